// Who is ahead, as estimated by an agent: a bar divided among the seats, with the expected result of each.

import { h } from "./dom.js";
import { capital, figure } from "./words.js";

/**
 * The bar. It names the agent, and is empty while nothing is known.
 * @param {object} what
 * @param {number[] | null | undefined} what.expected the result for each seat, -1 to 1; together they are 0
 * @param {Record<string, string>} what.names
 * @param {string} what.agent the agent that estimates
 * @param {string} [what.basis] the knowledge behind the estimate
 */
export function standingBar({ expected, names, agent, basis = "" }) {
  const seats = Object.keys(names);
  const told = seats.map((seat, place) => ({ seat, name: names[seat], value: expected?.[place] }));
  const shares = sharesOf(expected ?? seats.map(() => 0));
  const spoken = told.map(({ name, value }) => `${name} ${valueOf(value)}`).join(", ");
  const who = `${capital(agent)} estimates${basis}`;
  return h(
    "figure",
    { class: `standing-bar ${expected ? "" : "unknown"}`, key: "standing" },
    h(
      "div",
      { class: "shares", role: "img", "aria-label": `Who is ahead: ${spoken}. ${who}.` },
      told.map(({ seat }, place) => h("span", { key: seat, class: seat, style: `flex-grow: ${shares[place].toFixed(3)}` })),
    ),
    h(
      "figcaption",
      { title: "1 is a win, −1 a loss; the seats add up to 0" },
      told.map(({ seat, name, value }) =>
        h("span", { key: seat, class: `worth ${seat}` }, h("i", { "aria-hidden": "true" }), h("span", {}, name), " ", h("b", {}, valueOf(value))),
      ),
      h("small", {}, who),
    ),
  );
}

/**
 * The share of the bar of each seat: all of it for a certain winner, equal shares if nobody is ahead.
 * @param {number[]} expected
 */
export function sharesOf(expected) {
  const raw = expected.map((value) => Math.max(0, 1 + value * (expected.length - 1)));
  const sum = raw.reduce((one, other) => one + other, 0) || 1;
  return raw.map((share) => share / sum);
}

/** @param {number | null | undefined} value */
export const valueOf = (value) =>
  value === null || value === undefined
    ? "–"
    : `${value > 0 ? "+" : ""}${figure(value)}`.replace("+0.00", "0.00");
