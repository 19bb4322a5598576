// The best choices of an agent, with the probability, the expected result and the expected line of each.

import { h } from "./dom.js";
import { valueOf } from "./standing.js";
import { capital, named } from "./words.js";

/** @typedef {import("./protocol.js").Weighed} Weighed */
/** @typedef {{agent: string, choices: Weighed[], expected?: number[], line?: string[]}} Told an agent's answer */

const MOST_OF_A_LINE = 8; // decisions of the best line to show

/**
 * A command in few words, for lists.
 * @param {string} command
 * @param {import("./game.js").Played} game
 * @param {Record<string, string>} names
 */
export const lineOf = (command, game, names) => named(game.art.said?.(command, game.rulebook) ?? command, names);

/**
 * What an agent would do.
 * @param {Told} told
 * @param {object} where
 * @param {import("./game.js").Played} where.game
 * @param {Record<string, string>} where.names
 * @param {number} where.seat the seat to act
 * @param {string} [where.taken] the command that was played, if known
 * @param {(action?: number) => void} [where.onPoint] shows a choice on the board, or none
 */
export function choiceList(told, { game, names, seat, taken, onPoint }) {
  const { choices, agent, line = [] } = told;
  return h(
    "div",
    { class: "choices", key: "choices" },
    h(
      "ol",
      {},
      choices.map((choice) => h("li", { key: choice.action }, row(choice, { game, names, seat, taken, onPoint }))),
    ),
    choices.every(({ probability, expected }) => probability === undefined && expected === undefined) &&
      h("p", { class: "quiet" }, `${capital(agent)} reports only its decision.`),
    told.expected && h("p", { class: "quiet" }, `It expects ${valueOf(told.expected[seat])} for ${Object.values(names)[seat]}.`),
    line.length > 1 && bestLine(line, game, names),
  );
}

/**
 * @param {Weighed} choice
 * @param {object} where
 * @param {import("./game.js").Played} where.game
 * @param {Record<string, string>} where.names
 * @param {number} where.seat
 * @param {string} [where.taken]
 * @param {(action?: number) => void} [where.onPoint]
 */
function row({ action, command, probability, expected }, { game, names, seat, taken, onPoint }) {
  const parts = [
    h("span", { class: "title" }, lineOf(command, game, names), command === taken && h("small", {}, " played")),
    probability !== undefined &&
      h(
        "span",
        { class: "likely", title: "probability by the agent" },
        h("i", { style: `width: ${Math.round(100 * probability)}%`, "aria-hidden": "true" }),
        h("b", {}, percent(probability)),
      ),
    expected && h("span", { class: "value", title: "result that the agent expects" }, valueOf(expected[seat])),
  ];
  const className = `choice ${command === taken ? "taken" : ""}`;
  if (!onPoint) return h("span", { class: className }, parts);
  return h(
    "button",
    {
      class: className,
      onclick: () => onPoint(action),
      onpointerenter: (event) => event.pointerType !== "touch" && onPoint(action),
      onpointerleave: (event) => event.pointerType !== "touch" && onPoint(),
    },
    parts,
  );
}

const percent = (/** @type {number} */ share) =>
  share > 0 && share < 0.01 ? "<1 %" : `${Math.round(100 * share)} %`;

/**
 * The decisions that the agent expects.
 * @param {string[]} line as in a transcript
 * @param {import("./game.js").Played} game
 * @param {Record<string, string>} names
 */
function bestLine(line, game, names) {
  return [
    h("h4", { key: "line title" }, "What it expects to follow"),
    h(
      "ol",
      { class: "line", key: "line" },
      line.slice(0, MOST_OF_A_LINE).map((told, place) => {
        const [seat, ...command] = told.split(": ");
        return h(
          "li",
          { key: `${place} ${told}`, class: seat },
          h("b", {}, names[seat] ?? capital(seat)),
          ` ${lineOf(command.join(": "), game, names)}`,
        );
      }),
    ),
  ];
}
