// The three columns of every table: the players, the board, and the decision. A bout, a replay, a puzzle and a tryout
// of a position differ in their contents.

import { h } from "./dom.js";
import { hands } from "./panels.js";

/** @typedef {import("./dom.js").Tree} Tree */

/**
 * The whole table.
 * @param {import("./protocol.js").View} view
 * @param {Record<string, string>} names
 * @param {import("./game.js").Played} game
 * @param {object} parts
 * @param {string} [parts.kind] its class
 * @param {string} parts.title its name for screen readers
 * @param {string} [parts.trouble] an error, above the columns
 * @param {Tree} [parts.notices] other notices there, instead
 * @param {Tree} parts.players the panels; hands and face-up piles follow
 * @param {Tree} parts.middle the board and its additions
 * @param {Tree} parts.side the decision, and the log
 */
export function columns(view, names, game, { kind = "", title, trouble, notices, players, middle, side }) {
  return h(
    "div",
    { class: `table ${kind} seats-${view.seats.length}` },
    h("h1", { class: "sr" }, title),
    notices ?? h("div", { class: "notices", key: "notices" }, trouble && h("p", { class: "notice bad" }, trouble)),
    h(
      "div",
      { class: "panels", key: "panels", role: "region", "aria-label": "Players", tabindex: 0 },
      players,
      hands(view, game.rulebook, names),
    ),
    h("div", { class: "middle", key: "middle" }, middle),
    h("div", { class: "side-column", key: "side" }, side),
  );
}

/**
 * The row that stays in view below the decision.
 * @param {Tree} buttons
 * @param {...Tree} above
 */
export const tools = (buttons, ...above) =>
  h("section", { class: "tools", key: "tools", "aria-label": "Tools" }, ...above, h("div", { class: "buttons" }, buttons));

/**
 * The part of the third column for the decision.
 * @param {string} label its name for screen readers
 * @param {...Tree} inside
 */
export const decision = (label, ...inside) =>
  h("div", { class: "now", role: "region", "aria-label": label, tabindex: 0 }, ...inside);
