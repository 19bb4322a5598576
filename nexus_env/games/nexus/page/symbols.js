// The symbols of NEXUS: pieces of the barge, helots, coins. Each fits a square of 100 units around (0, 0).

import { h } from "/page/dom.js";
import { emblem } from "/page/emblems.js";

/** @typedef {import("./types.js").Helot} Helot */

const UPRIGHT = [
  h("path", { class: "arm", d: "M-23 4 Q-31 -8 -22 -19 M23 4 Q31 -8 22 -19" }),
  h("path", { class: "cloth", d: "M-29 4 Q-27 -9 -12 -10 H12 Q27 -9 29 4 Q27 16 12 15 H-12 Q-27 16 -29 4 Z" }),
  h("circle", { class: "skin", r: 13, cy: 1 }),
  h("path", { class: "crest", d: "M0 -11 V14" }),
];
const LYING = [
  h("path", { class: "limb", d: "M-7 12 L-13 36 M7 12 L13 36 M-12 -6 L-30 -14 M12 -6 L30 -14" }),
  h("rect", { class: "cloth", x: -13, y: -11, width: 26, height: 27, rx: 9 }),
  h("circle", { class: "skin", r: 10, cy: -22 }),
  h("path", { class: "crest", d: "M0 -32 V-14" }),
];
const WEAPON = h("path", { class: "blade", d: "M19 -21 L23 -54 L27 -21 Z M15 -19 H31 V-24 H15 Z" });
const SHIELD = h("path", { class: "shield", d: "M-37 -14 Q-25 -34 -9 -26 L-12 -18 Q-24 -24 -31 -10 Z" });

/**
 * A helot from above.
 * @param {Helot} row
 * @param {number} angle its facing in degrees
 * @param {Record<string, number>} fullHealth
 */
export function helot(row, angle, fullHealth) {
  const down = row.prone || row.standing !== "fit";
  const left = row.health["overall-condition"] / fullHealth["overall-condition"];
  const around = 2 * Math.PI * 44;
  return [
    h("circle", { class: "turn-ring", r: 50 }),
    h("circle", { class: "health-track", r: 44 }),
    h("circle", {
      class: "health-arc",
      r: 44,
      "stroke-dasharray": `${around * left} ${around}`,
      transform: "rotate(-90)",
    }),
    emblem(row.seat),
    h(
      "g",
      { class: "figure", style: `transform: rotate(${angle}deg)` },
      h("path", { class: "facing", d: "M-17 -41 L0 -58 L17 -41 Q0 -48 -17 -41 Z" }),
      h(
        "g",
        { transform: "scale(1.06)" },
        down ? LYING : UPRIGHT,
        row.weapon?.drawn && row.shield === null && WEAPON,
        row.shield && SHIELD,
      ),
    ),
    row.standing !== "fit" && h("path", { class: "fallen", d: "M-20 -20 L20 20 M20 -20 L-20 20" }),
    row.flaming && h("g", { class: "flicker", transform: "translate(30 -28) scale(0.42)" }, flames()),
    row.bleeding &&
      h("path", {
        class: "drop",
        d: "M-32 -38 C-26 -29 -22 -25 -22 -20 A10 10 0 0 1 -42 -20 C-42 -25 -38 -29 -32 -38 Z",
      }),
  ];
}

function flames() {
  return [
    h("path", {
      class: "flame",
      d: "M0 -46 C6 -26 34 -14 31 16 C29 34 14 43 0 43 S-29 34 -31 16 Q-30 0 -19 -16 Q-10 -6 -7 -12 Q-9 -30 0 -46 Z",
    }),
    h("path", {
      class: "flame-heart",
      d: "M0 -10 C6 0 17 8 15 22 C13 33 6 37 0 37 C-6 37 -15 33 -15 22 C-15 12 -6 4 0 -10 Z",
    }),
  ];
}

function blade() {
  const teeth = 16;
  const points = Array.from({ length: 2 * teeth }, (_, step) => {
    const [turn, far] = [(Math.PI * step) / teeth + (step % 2 ? 0.1 : 0), step % 2 ? 31 : 41];
    return `${(far * Math.sin(turn)).toFixed(1)} ${(-far * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${points.join(" L")} Z`;
}

/** @type {Record<string, () => import("/page/dom.js").Tree>} */
const PIECES = {
  pillar: () => [
    h("rect", { class: "stone-dark", x: -42, y: -42, width: 84, height: 84, rx: 8 }),
    h("circle", { class: "stone", r: 34 }),
    h("circle", { class: "stone-light", r: 24 }),
    h("path", {
      class: "flute",
      d: "M0 -34 V-24 M0 24 V34 M-34 0 H-24 M24 0 H34 M-24 -24 L-17 -17 M24 24 L17 17 M24 -24 L17 -17 M-24 24 L-17 17",
    }),
  ],
  crate: () => [
    h("rect", { class: "wood", x: -38, y: -38, width: 76, height: 76, rx: 4 }),
    h("path", { class: "plank", d: "M-38 -13 H38 M-38 13 H38" }),
    h("path", { class: "brace", d: "M-32 -32 L32 32 M-38 -38 H38 V38 H-38 Z" }),
    h("path", { class: "nail", d: "M-31 -31 h.1 M31 -31 h.1 M-31 31 h.1 M31 31 h.1" }),
  ],
  brazier: () => [
    h("path", { class: "iron-leg", d: "M-24 -24 L-40 -40 M24 -24 L40 -40 M-24 24 L-40 40 M24 24 L40 40" }),
    h("circle", { class: "iron", r: 35 }),
    h("circle", { class: "ember", r: 26 }),
    h("g", { class: "flicker", transform: "scale(0.56)" }, flames()),
  ],
  toppled: () => [
    h("path", { class: "iron-leg", d: "M22 -18 L40 -28 M22 18 L40 28" }),
    h("path", { class: "iron", d: "M24 -28 A34 30 0 0 1 24 28 L-12 34 A14 34 0 0 1 -12 -34 Z" }),
    h("ellipse", { class: "stone-dark", cx: -13, rx: 11, ry: 31 }),
    h("path", { class: "nail", d: "M-32 -12 h.1 M-38 6 h.1 M-30 20 h.1" }),
  ],
  fire: () => [h("ellipse", { class: "scorch", cy: 26, rx: 38, ry: 15 }), h("g", { class: "flicker" }, flames())],
  saw: () => [
    h("rect", { class: "slot", x: -46, y: -8, width: 92, height: 16, rx: 8 }),
    h(
      "g",
      { class: "spin" },
      h("path", { class: "steel", d: blade() }),
      h("circle", { class: "stone-dark", r: 9 }),
      h("path", { class: "groove", d: "M0 -27 V-17 M0 17 V27 M-27 0 H-17 M17 0 H27" }),
    ),
  ],
  spikes: () =>
    [
      [-26, 4],
      [0, 4],
      [26, 4],
      [-14, 38],
      [14, 38],
      [-14, -24],
      [14, -24],
    ].map(([x, y]) =>
      h(
        "g",
        { transform: `translate(${x} ${y})` },
        h("ellipse", { class: "slot", cy: 1, rx: 10, ry: 4 }),
        h("path", { class: "steel", d: "M-7 0 L0 -30 L7 0 Z" }),
        h("path", { class: "shade", d: "M0 -30 L7 0 H1 Z" }),
      ),
    ),
  blood: () => [
    h("path", {
      class: "blood",
      d: "M-30 -8 C-36 -26 -10 -34 2 -26 S36 -24 30 -6 S32 24 14 20 S-14 34 -18 20 S-42 4 -30 -8 Z",
    }),
    h("path", {
      class: "blood",
      d: "M34 26 a6 6 0 1 1 -.1 0 Z M-36 -30 a4 4 0 1 1 -.1 0 Z M-30 32 a5 5 0 1 1 -.1 0 Z",
    }),
    h("path", { class: "gleam", d: "M-18 -12 C-12 -20 0 -20 4 -16" }),
  ],
  guts: () => [
    h("path", {
      class: "guts-rim",
      d: "M-32 10 C-38 -16 -10 -26 -4 -10 C2 -30 34 -26 28 -4 S30 26 12 18 S-14 34 -16 20 S-34 22 -32 10 Z",
    }),
    h("path", {
      class: "guts-coil",
      d: "M-24 8 C-26 -8 -10 -12 -8 0 C-6 10 6 8 4 -4 C4 -16 22 -14 20 -2 C18 8 30 10 22 14 C14 18 6 12 2 20",
    }),
  ],
};

/**
 * A piece lying on a square.
 * @param {string} name
 */
export function lying(name) {
  return h("g", { class: name }, PIECES[name]?.() ?? h("text", { class: "token-sign" }, name));
}

/**
 * Coins on the floor.
 * @param {number} count
 */
export function floorCoins(count) {
  return h(
    "g",
    { class: "floor-coins", transform: "translate(28 30)" },
    [8, 4, 0]
      .slice(count > 2 ? 0 : count > 1 ? 1 : 2)
      .map((lift) => h("ellipse", { class: "coin", cy: lift, rx: 17, ry: 13 })),
    h("text", { class: "coin-count", y: 6 }, count),
  );
}

/** A coin next to a number. */
export function coin(size = 18) {
  return h(
    "svg",
    { class: "coin-picture", viewBox: "0 0 40 40", width: size, height: size, "aria-hidden": "true" },
    h("circle", { class: "coin", cx: 20, cy: 20, r: 17 }),
    h("circle", { class: "coin-rim", cx: 20, cy: 20, r: 12 }),
    h("path", { class: "coin-mark", d: "M20 12 L27 24 H13 Z" }),
  );
}
