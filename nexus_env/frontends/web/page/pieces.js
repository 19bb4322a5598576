// Pieces, and what lies on a cell, for games without drawings of their own.

import { h } from "./dom.js";
import { emblem } from "./emblems.js";

/** @typedef {import("./protocol.js").Cell} Cell */
/** @typedef {import("./protocol.js").Piece} Piece */

const MOST_LETTERS = 12; // of the marks of a cell

/**
 * What lies on a cell, at its bottom: all in one line, shortened; the whole text is its title.
 * @param {Cell} cell
 */
export function marked(cell) {
  if (!cell.marks?.length) return null;
  const text = cell.marks.join(", ");
  const shown = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
  return h("g", { class: "cell-marks" }, h("title", {}, text), h("text", { class: "cell-label", y: 40 }, shown));
}

/**
 * A piece without an owner, as its sign, with the level of its first meter and its states.
 * @param {Piece} piece
 */
export const sign = (piece) => [
  h("rect", { class: "token", x: -30, y: -30, width: 60, height: 60, rx: 14 }),
  health(piece),
  letters(piece),
  states(piece),
];

/**
 * What a piece is called, its meters and counters, and its states.
 * @param {Piece} piece
 */
export function told({ name, meters = [], counters = [], marks }) {
  const levels = meters.map((meter) => `${meter.name} ${meter.value}/${meter.most}`);
  return [name, ...levels, ...counters.map((counter) => `${counter.name} ${counter.value}`), ...marks].join(", ");
}

/**
 * The level of the first meter of a piece, as an arc around it.
 * @param {Piece} piece
 */
function health({ meters }) {
  const [meter] = meters ?? [];
  const around = 2 * Math.PI * 42;
  return (
    meter && [
      h("circle", { class: "health-track", r: 42 }),
      h("circle", {
        class: "health-arc",
        r: 42,
        "stroke-dasharray": `${around * (meter.value / (meter.most || 1))} ${around}`,
        transform: "rotate(-90)",
      }),
    ]
  );
}

/**
 * The states of a piece, as first letters below it.
 * @param {Piece} piece
 */
const states = ({ marks }) =>
  marks.length > 0 && h("text", { class: "token-marks", y: 62 }, marks.map((mark) => mark[0]).join(""));

/** @param {Piece} piece */
const letters = ({ symbol, name }) => h("text", { class: "token-sign", y: 11 }, (symbol || name).slice(0, 3));

/**
 * A seat's piece: its emblem, sign, facing, and the level of its first meter.
 * @param {Piece} piece
 * @param {number} angle
 */
export function unit(piece, angle) {
  return [
    h("title", {}, told(piece)),
    health(piece),
    piece.owner && emblem(piece.owner),
    piece.facing !== null &&
      h(
        "g",
        { class: "figure", style: `transform: rotate(${angle}deg)` },
        h("path", { class: "facing", d: "M-14 -38 L0 -54 L14 -38 Q0 -44 -14 -38 Z" }),
      ),
    letters(piece),
    states(piece),
  ];
}
