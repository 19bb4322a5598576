// Swings of a bout: the decisions that changed the result an agent expects, found as in nexus_env/play/swings.py.

import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { figure, named } from "./words.js";

const MOST = 5; // swings to show
const LEAST = 0.2; // the least change of a seat's expected result

/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {{step: number, whose: number, before: number, after: number}} Swing `whose`: the seat most affected */

/**
 * The greatest swings, in the order of the bout.
 * @param {(number[] | undefined)[]} judged the expected result before each turn, centered at 0; the previous list if no seat was to act
 * @returns {Swing[]}
 */
export function swingsOf(judged) {
  const turns = [...judged.keys()].filter((turn) => judged[turn] && judged[turn] !== judged[turn - 1]);
  return turns
    .slice(1)
    .map((turn, place) => {
      const [before, after] = [turns[place], turn].map((one) => judged[one] ?? []);
      const changes = after.map((value, seat) => Math.abs(value - before[seat]));
      const whose = changes.indexOf(Math.max(...changes));
      return { step: turns[place] + 1, whose, before: before[whose], after: after[whose] };
    })
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MOST)
    .filter((swing) => sizeOf(swing) >= LEAST)
    .sort((one, other) => one.step - other.step);
}

const sizeOf = (/** @type {Swing} */ { before, after }) => Math.abs(after - before);

/**
 * The list of swings; each leads to its step.
 * @param {Swing[]} swings
 * @param {Step[]} steps
 * @param {Record<string, string>} names
 * @param {number} at the current step
 * @param {(step: number) => void} onSeek
 */
export function swingList(swings, steps, names, at, onSeek) {
  const seats = Object.keys(names);
  return (
    swings.length > 0 &&
    h(
      "section",
      { class: "swings", key: "swings", "aria-label": "Where the expected result changed most" },
      h("h3", {}, "Where the expected result changed most"),
      h(
        "ol",
        {},
        swings.map(({ step, whose, before, after }) => {
          const { seat, command } = steps[step] ?? {};
          const who = seat?.startsWith("player") ? `${names[seat]}: ` : "";
          return h(
            "li",
            { key: step },
            h(
              "button",
              { class: "swing", "aria-current": step === at ? "step" : null, onclick: () => onSeek(step) },
              h("span", { class: "step" }, `Step ${step}`),
              h("span", { class: "played" }, named(`${who}${command ?? "…"}`, names)),
              h("span", { class: `change ${seats[whose]}` }, badge(seats[whose], 14), ` ${figure(before)} → ${figure(after)}`),
            ),
          );
        }),
      ),
    )
  );
}
