// The drawings of Aristeia! for the shared page. See `Art` in the page's game.js.

import { h } from "/page/dom.js";
import { UNKNOWN } from "/page/panels.js";
import { term } from "/page/terms.js";
import { dieOf, figure, isKnown, portrait, symbols, token } from "./figures.js";

export { dieFace } from "./figures.js";
export { does, said, toldBy } from "./sayings.js";

/** @typedef {import("/page/protocol.js").Cell} Cell */
/** @typedef {import("/page/protocol.js").Piece} Piece */
/** @typedef {import("/page/protocol.js").Seat} Seat */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Character} Character */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Die} Die */

export const edge = 64;
export const boardLabel = "The arena, 271 hexagons, q to the right and r down";
export const secret = "decides in secret";

const COLUMN = 93; // from one column of hexagons to the next
const ROW = 107.5; // from one hexagon to the one below it
const RADIUS = 9;
const FAR = 1.5 * 62 * RADIUS; // the middle of the outermost columns

/** @type {Record<string, string>} */
const ZONES = {
  "(0,0)": "C",
  "(0,7)": "1",
  "(-7,7)": "2",
  "(-7,0)": "3",
  "(0,-7)": "4",
  "(7,-7)": "5",
  "(7,0)": "6",
};

// --- the arena -------------------------------------------------------------------------------------------------------

/** What lies below the hexagons: the ground of the arena. */
export function frame() {
  const reach = (2 * COLUMN * (RADIUS + 0.95)) / Math.sqrt(3);
  const points = [0, 1, 2, 3, 4, 5].map((corner) => {
    const turn = (corner * Math.PI) / 3 + Math.PI / 6;
    return `${Math.round(reach * Math.cos(turn))},${Math.round(reach * Math.sin(turn))}`;
  });
  return h(
    "g",
    { key: "frame", class: "arena", "aria-hidden": "true" },
    h("polygon", { class: "ground", points: points.join(" "), "stroke-linejoin": "round" }),
  );
}

/** @param {Cell} cell */
export function cellClass({ marks = [] }) {
  const holder = marks.find((mark) => mark.startsWith("held by "))?.replace("held by ", "");
  const known = marks.filter((mark) => mark === "scoring" || mark === "burnt");
  return [...known, ...(holder ? ["held", holder] : [])].join(" ");
}

/**
 * The number of a Zone in its middle, an obstacle, red counters.
 * @param {Cell} cell
 */
export function onCell({ id, kind, marks = [] }) {
  if (kind === "obstacle") return h("path", { class: "barrier", d: "M-38 20 L-30 -20 H30 L38 20 Z M-33 0 H33" });
  if (!ZONES[id]) return null;
  const counters = marks.includes("burnt") && h("circle", { class: "counter", cx: 34, cy: -26, r: 11 });
  return [h("text", { class: "zone-number", y: 17 }, ZONES[id]), counters];
}

/**
 * @param {Piece} piece
 * @param {View} view
 */
export function piece({ id }, { aristeia }) {
  const one = aristeia.characters.find((other) => other.id === id);
  return one && figure(one, aristeia.active === id);
}

/**
 * @param {Piece} piece
 * @param {View} view
 */
export const pieceClass = ({ id }, { aristeia }) => (aristeia.active === id ? "character its-turn" : "character");

// --- beside the arena: the Running Orders, and the dice of the current roll -------------------------------------------

/**
 * The contents of the corners that the hexagons leave free.
 * @param {View} view
 */
export const over = ({ board, aristeia: { players, turn, characters } }) =>
  players.map((player, place) => order(player, board.turned ? 1 - place : place, turn, characters));

/**
 * Both sides of the current roll: the dice, the symbols left, and what the others were spent on.
 * @param {View} view
 */
export function tray({ aristeia: { roll, characters } }) {
  const sides = roll?.sides.filter(({ dice }) => dice.length > 0) ?? [];
  return sides.length > 0 && sides.map((side) => rolled(side, characters));
}

/**
 * @param {Side} side
 * @param {Character[]} characters
 */
function rolled({ unit, dice, left, spent, cover }, characters) {
  const seat = characters.find((one) => one.id === unit)?.seat ?? "";
  const isRolled = dice.some(({ face, die }) => face && die !== "automatic");
  return h(
    "div",
    { key: unit, class: `rolled ${seat}` },
    h(
      "p",
      { class: "rolled-name" },
      portrait(unit, seat, 20),
      h("b", {}, term(unit)),
      cover && h("em", {}, term("Cover")),
      isRolled && h("span", { class: "rolled-left" }, "left ", symbols(left)),
    ),
    h(
      "div",
      { class: "rolled-row" },
      h("div", { class: "dice" }, dice.map(dieOf)),
      spent.length > 0 &&
        h("div", { class: "rolled-spent", key: "spent" }, spent.map((one) => h("p", { key: one }, term("Switch", "paid"), ` ${one}`))),
    ),
  );
}

/**
 * The Running Order of a player, as far as it is revealed or one's own.
 * @param {Player} player
 * @param {number} place
 * @param {number} turn
 * @param {Character[]} characters
 */
function order({ seat, order: slots }, place, turn, characters) {
  const x = place ? FAR - 376 : -FAR + 8;
  return h(
    "g",
    { key: `order ${seat}`, class: `order ${seat}`, transform: `translate(${x} ${ROW * 8.4}) scale(1.15)` },
    slots.map((name, slot) => {
      const one = characters.find((other) => other.id === name);
      return h(
        "g",
        { key: slot, class: slot + 1 === turn ? "slot at-work" : "slot", transform: `translate(${104 * slot} 0)` },
        h("rect", { x: -44, y: -44, width: 88, height: 100, rx: 14 }),
        h("g", { transform: "translate(0 4) scale(0.8)" }, one ? figure({ ...one, states: [], hit_points: 0 }, false) : null),
        !one && h("text", { class: "hidden-slot", y: 22 }, "?"),
        h("text", { class: "slot-number", y: 84 }, slot + 1),
      );
    }),
  );
}

// --- panels ----------------------------------------------------------------------------------------------------------

/**
 * The team of a player: Hit Points, current numbers, States and their sides.
 * @param {Seat} seat
 * @param {View} view
 */
export function panel(seat, { aristeia }) {
  const team = aristeia.characters.filter((one) => one.seat === seat.seat);
  return h(
    "div",
    { class: "panel-lines" },
    h(
      "p",
      { class: "belongings" },
      seat.counters
        .filter(({ name }) => name !== "VP")
        .map(({ name, value }) =>
          h("span", { key: name, "data-pile": `${seat.seat}:${name}` }, term(name), ` ${value}`),
        ),
      seat.hands.map(({ name, size }) =>
        h("span", { key: name, "data-pile": `${seat.seat}:${name}` }, term(name), `: ${size}`),
      ),
      seat.marks.map((mark) => h("span", { key: mark, class: "mark-word" }, term(mark))),
    ),
    h(
      "ul",
      { class: "team" },
      team.map((one) => member(one, aristeia.active === one.id)),
    ),
  );
}

/**
 * @param {Character} one
 * @param {boolean} isActive
 */
function member(one, isActive) {
  if (!isKnown(one)) return nobody(one);
  const left = one.hit_points - one.damage;
  const numbers = `Initiative ${one.initiative}, Speed ${one.speed}, Energy ${one.energy}`;
  return h(
    "li",
    { key: one.id, class: `member is-${one.where} ${isActive ? "its-turn" : ""}`, title: numbers },
    portrait(one.id, one.seat),
    h("b", {}, term(one.id)),
    one.revealed !== null && h("span", { class: "in-turn", title: "Turn in which it is revealed" }, `T${one.revealed}`),
    h("span", { class: "life" }, term("Hit Points", `${left}/${one.hit_points}`)),
    one.where !== "board" && h("span", { class: "where" }, term(one.where)),
    one.states.length > 0 && h("ul", { class: "state-tokens", "aria-label": "States" }, one.states.map(token)),
  );
}

/**
 * The place of a Character that is not chosen yet, or secret.
 * @param {Character} one
 */
const nobody = ({ id, seat }) =>
  h(
    "li",
    { key: id, class: "member is-open" },
    portrait("?", seat),
    h("b", {}, id),
    h("span", { class: "life" }, UNKNOWN),
  );

/**
 * @param {Seat} seat
 */
export function panelHead({ seat, counters }) {
  const points = counters.find(({ name }) => name === "VP")?.value ?? 0;
  return h("span", { class: "score", "data-pile": `${seat}:VP` }, h("b", {}, points), " ", term("VP"));
}

/**
 * @param {Seat} seat
 */
export const mini = ({ counters }) => h("b", {}, `${counters.find(({ name }) => name === "VP")?.value ?? 0} VP`);

/**
 * @param {string} purpose
 * @param {string} [die]
 */
export const dieKind = (purpose, die = "") => `of-arena ${die}`;
