// The Characters: a sign and a color for each, with Hit Points around it and State tokens below.

import { h } from "/page/dom.js";
import { die, emblem } from "/page/emblems.js";
import { term } from "/page/terms.js";

/** @typedef {import("./types.js").Character} Character */

// Our own signs, each within 40 units around (0, 0); a Character without one shows letters of its name.
/** @type {Record<string, string>} */
const SIGNS = {
  Maximus: "M0 -21 L17 -14 V3 C17 13 8 19 0 23 C-8 19 -17 13 -17 3 V-14 Z",
  Gata: "M-17 -19 L-7 -10 H7 L17 -19 V4 C17 14 9 20 0 20 C-9 20 -17 14 -17 4 Z",
  "8-Ball": "M0 -2 C-15 -6 -11 -22 0 -22 C11 -22 15 -6 0 -2 C-17 2 -14 21 0 21 C14 21 17 2 0 -2 Z",
  "Miyamoto Mushashi": "M-19 19 L-9 9 L-14 4 L-10 0 L-5 5 L15 -21 L21 -21 L21 -15 L-2 8 L3 13 L-1 17 L-6 12 L-15 23 Z",
  "Wild Bill": "M0 -22 L6 -7 L22 -7 L9 3 L14 19 L0 9 L-14 19 L-9 3 L-22 -7 L-6 -7 Z",
  "Major Lunah":
    "M-3 -22 H3 V-14 A14 14 0 0 1 14 -3 H22 V3 H14 A14 14 0 0 1 3 14 V22 H-3 V14 A14 14 0 0 1 -14 3 H-22 V-3 H-14 " +
    "A14 14 0 0 1 -3 -14 Z M0 -8 A8 8 0 1 0 0.01 -8 Z",
  hEXx3r: "M-11 -20 H11 L22 0 L11 20 H-11 L-22 0 Z M-6 -11 L-12 0 L-6 11 H6 L12 0 L6 -11 Z",
  Parvati: "M-7 -20 H7 V-7 H20 V7 H7 V20 H-7 V7 H-20 V-7 H-7 Z",
};

// A light color for each, distinguishable with color blindness, too; the rim has the seat's color.
/** @type {Record<string, string>} */
const FILLS = {
  Maximus: "#ff9383",
  Gata: "#ffe066",
  "8-Ball": "#ffffff",
  "Miyamoto Mushashi": "#8fd0ff",
  "Wild Bill": "#dfa878",
  "Major Lunah": "#c4b0ff",
  hEXx3r: "#86efc0",
  Parvati: "#ffaadd",
};

// The symbols of the dice, each within 20 units around (0, 0): a burst, a shield, a lozenge; what counts twice is doubled.
/** @type {Record<string, string>} */
const SYMBOLS = {
  S: "M0 -12 L3.4 -4.2 L11.4 -3.7 L5.3 1.6 L7.2 9.7 L0 5.4 L-7.2 9.7 L-5.3 1.6 L-11.4 -3.7 L-3.4 -4.2 Z",
  B: "M0 -10 L9 -7 V1 C9 6 5 9 0 11 C-5 9 -9 6 -9 1 V-7 Z",
  X: "M0 -11 L10 0 L0 11 L-10 0 Z",
};
const MEANINGS = { S: "success", B: "block", X: "special", CS: "critical success", CB: "critical block" };

/** @type {Record<string, string>} */
const TOKENS = {
  "-2 Energy": "E",
  "-2 Speed": "S",
  "+2 Initiative": "I+",
  "-2 Initiative": "I−",
  Taunted: "T",
  Dazzled: "D",
  Immobilized: "M",
  Poisoned: "P",
};

/**
 * Whether a Character is chosen for this place of a team.
 * @param {Character} one
 */
export const isKnown = ({ hit_points: most }) => most > 0;

/**
 * The sign of a Character, or the letters of its name.
 * @param {string} name
 */
export function sign(name) {
  if (SIGNS[name]) return h("path", { class: "sign", d: SIGNS[name], "fill-rule": "evenodd" });
  return h("text", { class: `sign-letters ${name.length > 1 ? "" : "alone"}`, y: name.length > 1 ? 12 : 18 }, name.slice(0, 2));
}

/**
 * A Character on the board.
 * @param {Character} one
 * @param {boolean} isActive
 */
export function figure(one, isActive) {
  return [
    h("title", {}, spoken(one)),
    isActive && h("circle", { class: "halo", r: 52 }),
    ...body(one.id, one.seat),
    pips(one),
    one.states.map(({ state, side, count }, place) =>
      h(
        "g",
        {
          key: `${state} ${side}`,
          class: `state ${side}`,
          transform: `translate(${26 * (place - (one.states.length - 1) / 2)} 46)`,
        },
        side === "red"
          ? h("rect", { x: -12, y: -11, width: 24, height: 22, rx: 4 })
          : h("circle", { r: 12 }),
        h("text", { y: 6 }, `${TOKENS[state] ?? state[0]}${count > 1 ? count : ""}`),
      ),
    ),
  ];
}

/**
 * The seat's shape and color around the Character's color and sign.
 * @param {string} name
 * @param {string} seat
 */
export const body = (name, seat) => [
  emblem(seat, { transform: "scale(1.28)" }),
  emblem(seat, { class: "sign-ground", transform: "scale(0.93)", style: `fill: ${FILLS[name] ?? "#e4e0d6"}` }),
  h("g", { transform: "scale(0.86)" }, sign(name)),
];

/**
 * A mark for each Hit Point in an arc above the figure; hollow for damage.
 * @param {Character} one
 */
function pips({ damage, hit_points: most }) {
  return Array.from({ length: most }, (_, place) => {
    const turn = ((place - (most - 1) / 2) * 17 - 90) * (Math.PI / 180);
    return h("circle", {
      key: `pip ${place}`,
      class: place < most - damage ? "hit-point" : "hit-point lost",
      cx: Math.round(51 * Math.cos(turn)),
      cy: Math.round(51 * Math.sin(turn)),
      r: 7,
    });
  });
}

/**
 * The description of a Character for screen readers.
 * @param {Character} one
 */
export function spoken(one) {
  const states = one.states.map(({ state, side, count }) => `${state} ${side}${count > 1 ? ` ${count} times` : ""}`);
  const life = `${one.hit_points - one.damage} of ${one.hit_points} Hit Points`;
  return [one.id, life, ...states].join(", ");
}

/**
 * A State token in a panel: its sides differ in color, in shape and in words.
 * @param {Character["states"][number]} token
 */
export function token({ state, side, count }) {
  return h(
    "li",
    { key: `${state} ${side}`, class: `state-token ${side}`, title: `${state}, ${side} side` },
    term(state),
    ` ${side}${count > 1 ? ` ×${count}` : ""}`,
  );
}

/**
 * The sign of a Character as a small picture.
 * @param {string} name
 * @param {string} seat
 */
export function portrait(name, seat, size = 30) {
  return h(
    "svg",
    { class: `portrait ${seat}`, viewBox: "-55 -55 110 110", width: size, height: size, "aria-hidden": "true" },
    body(name, seat),
  );
}

// --- dice ------------------------------------------------------------------------------------------------------------

/**
 * A die of a roll, or an automatic symbol; a cross for one that a critical block removed.
 * @param {import("./types.js").Die} one
 * @param {number} key
 */
export const dieOf = ({ die: kind, face, gone }, key) =>
  h(
    "span",
    { key, class: "one-die", title: `${kind}: ${face ? meaning(face) : "not rolled"}${gone ? ", removed" : ""}` },
    die(face ?? "not rolled", {
      key: 0,
      kind: `of-arena ${kind}`,
      isCounted: !gone,
      sides: 6,
      picture: [face ? dieFace(face) : [], gone && h("path", { class: "cross", d: "M8 8 L52 52 M52 8 L8 52" })],
    }),
  );

/**
 * The symbols on a die, in a square of 60 by 60.
 * @param {string} face
 */
export function dieFace(face) {
  if (face === "blank") return h("path", { class: "symbol-blank", d: "M22 30 H38" });
  const signs = face.split(" ");
  const [size, places] = PLACES[signs.length - 1] ?? PLACES[2];
  return signs.map((one, place) => {
    const [x, y] = places[place] ?? [30, 30];
    return h("g", { key: place, transform: `translate(${x} ${y}) scale(${size})` }, symbol(one));
  });
}

/** @param {...[number, number]} all */
function points(...all) {
  return all;
}

/** @type {[number, [number, number][]][]} the places and sizes of one, two or three symbols */
const PLACES = [
  [1.7, points([30, 30])],
  [1.2, points([19, 20], [41, 41])],
  [1.12, points([30, 17], [17, 42], [43, 42])],
];

/**
 * A symbol with its letter, around (0, 0).
 * @param {string} name
 */
function symbol(name) {
  const letter = name.slice(-1);
  return [
    name.length > 1 && h("circle", { class: "symbol-ring", r: 13.5 }),
    h("path", { class: "symbol", d: SYMBOLS[letter] ?? SYMBOLS.X, "stroke-linejoin": "round" }),
    h("text", { class: "symbol-letter", y: 3.6 }, letter),
  ];
}

/**
 * Symbols in a line of text.
 * @param {string} text such as `S S X`
 */
export function symbols(text) {
  const all = text.split(" ").filter(Boolean);
  return h(
    "span",
    { class: "symbols", role: "img", "aria-label": all.length ? meaning(text) : "nothing" },
    all.length
      ? all.map((one, key) => h("svg", { key, viewBox: "-14 -14 28 28", width: 20, height: 20 }, symbol(one)))
      : "–",
  );
}

/** @param {string} face */
const meaning = (face) =>
  face
    .split(" ")
    .map((one) => Object.entries(MEANINGS).find(([short]) => short === one)?.[1] ?? one)
    .join(", ");
