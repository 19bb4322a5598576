// Signs that all games share: for seats and dice. Each fits a square of 100 units around (0, 0).

import { h } from "./dom.js";

/** @type {((more: Record<string, unknown>) => import("./dom.js").Described)[]} */
const SHAPES = [
  (more) => h("circle", { r: 34, ...more }),
  (more) => h("path", { d: "M0 -41 L41 0 L0 41 L-41 0 Z", ...more }),
  (more) => h("path", { d: "M0 -40 L39 30 L-39 30 Z", ...more }),
  (more) => h("rect", { x: -31, y: -31, width: 62, height: 62, rx: 5, ...more }),
];

/**
 * The base of a seat's pieces, with its own shape and color.
 * @param {string} seat
 */
export function emblem(seat, attributes = {}) {
  const number = Number(seat.replace(/\D/g, ""));
  return SHAPES[number % SHAPES.length]({ class: "emblem", "stroke-linejoin": "round", ...attributes });
}

/**
 * The emblem as a small picture next to a name.
 * @param {string} seat
 */
export function badge(seat, size = 18) {
  return h(
    "svg",
    { class: `badge ${seat}`, viewBox: "-46 -46 92 92", width: size, height: size, "aria-hidden": "true" },
    emblem(seat),
  );
}

const MOST_SYMBOLS = 3; // on a face in letters

/** @type {Record<string, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A six-sided die with pips; others with a number or sign.
 * @param {string} face
 * @param {{kind: string, isCounted: boolean, sides: number, key: number, picture?: import("./dom.js").Tree}} how
 */
export function die(face, { kind, isCounted, sides, key, picture }) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  return h(
    "svg",
    {
      key,
      class: `die ${kind} ${isCounted ? "" : "dropped"}`,
      viewBox: "0 0 60 60",
      role: "img",
      "aria-label": isCounted ? face : `${face}, not counted`,
    },
    sides === 6
      ? h("rect", { class: "die-body", x: 4, y: 4, width: 52, height: 52, rx: 11 })
      : h("path", { class: "die-body", d: "M30 2 L56 20 V42 L30 58 L4 42 V20 Z" }),
    picture || (pips ? pipsAt(pips) : lettered(face)),
  );
}

/** @param {number[]} places in a grid of three by three */
const pipsAt = (places) =>
  places.map((place) =>
    h("circle", { class: "pip", cx: 15 + 15 * (place % 3), cy: 15 + 15 * Math.floor(place / 3), r: 5.5 }),
  );

/**
 * A face in letters: one line, or one below the other for each symbol of a face such as "shield + shield".
 * @param {string} face
 */
function lettered(face) {
  const symbols = face.split(/\s*[+\n]\s*/).filter(Boolean);
  if (symbols.length > 1) {
    const first = 35 - 8 * (Math.min(symbols.length, MOST_SYMBOLS) - 1);
    return symbols
      .slice(0, MOST_SYMBOLS)
      .map((symbol, line) => h("text", { class: "die-face several", x: 30, y: first + 16 * line }, symbol.slice(0, 6)));
  }
  const isLong = face.length > 2;
  return h("text", { class: `die-face ${isLong ? "long" : ""}`, x: 30, y: isLong ? 36 : 39 }, face.slice(0, 5));
}
