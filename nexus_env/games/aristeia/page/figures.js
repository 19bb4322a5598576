// The Characters: a sign for each, hit points around it, State tokens with their sides below.

import { h } from "/page/dom.js";
import { emblem } from "/page/emblems.js";

/** @typedef {import("./types.js").Character} Character */

// Signs of our own, each within 40 units around (0, 0); who has none shows the letters of the name.
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
 * The sign of a Character, or the letters of its name.
 * @param {string} name
 */
export function sign(name) {
  return SIGNS[name]
    ? h("path", { class: "sign", d: SIGNS[name], "fill-rule": "evenodd" })
    : h("text", { class: "sign-letters", y: 9 }, name.slice(0, 2));
}

/**
 * A Character on the board.
 * @param {Character} one
 * @param {boolean} isActive
 */
export function figure(one, isActive) {
  return [
    h("title", {}, spoken(one)),
    isActive && h("circle", { class: "halo", r: 49 }),
    emblem(one.seat, { transform: "scale(1.08)" }),
    sign(one.id),
    pips(one),
    one.states.map(({ state, side, count }, place) =>
      h(
        "g",
        {
          key: `${state} ${side}`,
          class: `state ${side}`,
          transform: `translate(${26 * (place - (one.states.length - 1) / 2)} 43)`,
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
 * A mark for each Hit Point in an arc above the figure; hollow for damage.
 * @param {Character} one
 */
function pips({ damage, hit_points: most }) {
  return Array.from({ length: most }, (_, place) => {
    const turn = ((place - (most - 1) / 2) * 19 - 90) * (Math.PI / 180);
    return h("circle", {
      key: `pip ${place}`,
      class: place < most - damage ? "hit-point" : "hit-point lost",
      cx: Math.round(45 * Math.cos(turn)),
      cy: Math.round(45 * Math.sin(turn)),
      r: 6,
    });
  });
}

/**
 * What a screen reader says of a Character.
 * @param {Character} one
 */
export function spoken(one) {
  const states = one.states.map(({ state, side, count }) => `${state} ${side}${count > 1 ? ` ${count} times` : ""}`);
  const life = `${one.hit_points - one.damage} of ${one.hit_points} Hit Points`;
  return [one.id, life, ...states].join(", ");
}

/**
 * A State token in a panel: its sides differ in color and in shape.
 * @param {Character["states"][number]} token
 */
export function token({ state, side, count }) {
  const text = `${state}${count > 1 ? ` ×${count}` : ""}`;
  return h("li", { key: `${state} ${side}`, class: `state-token ${side}`, title: `${state}, ${side} side` }, text);
}

/**
 * The sign of a Character as a small picture.
 * @param {Character} one
 */
export function portrait(one) {
  return h(
    "svg",
    { class: `portrait ${one.seat}`, viewBox: "-46 -46 92 92", width: 28, height: 28, "aria-hidden": "true" },
    emblem(one.seat),
    sign(one.id),
  );
}
