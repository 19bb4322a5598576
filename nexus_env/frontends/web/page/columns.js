// The three columns of every table: the players, the board, and what is decided. A bout, a replay, a puzzle and a
// position that is tried out differ in what they put there.

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
 * @param {string} parts.title what a screen reader calls it
 * @param {string} [parts.trouble] what has failed, above the columns
 * @param {Tree} [parts.notices] what else stands there instead
 * @param {Tree} parts.players their panels; hands and open piles follow
 * @param {Tree} parts.middle the board, and what belongs to it
 * @param {Tree} parts.side what is decided, and the log
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
 * What stays in view below what is decided.
 * @param {Tree} buttons
 * @param {...Tree} above
 */
export const tools = (buttons, ...above) =>
  h("section", { class: "tools", key: "tools", "aria-label": "Tools" }, ...above, h("div", { class: "buttons" }, buttons));

/**
 * The part of the third column in which somebody decides.
 * @param {string} label what a screen reader calls it
 * @param {...Tree} inside
 */
export const decision = (label, ...inside) =>
  h("div", { class: "now", role: "region", "aria-label": label, tabindex: 0 }, ...inside);
