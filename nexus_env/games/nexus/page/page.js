// The drawings of NEXUS for the shared page. See `Art` in the page's game.js.

import { h } from "/page/dom.js";
import { emblem } from "/page/emblems.js";
import { cred, inside, of } from "./panels.js";
import { floorCoins, helot, lying } from "./symbols.js";

export { coin as token } from "./symbols.js";

/** @typedef {import("/page/protocol.js").Cell} Cell */
/** @typedef {import("/page/protocol.js").Piece} Piece */
/** @typedef {import("/page/protocol.js").Seat} Seat */
/** @typedef {import("/page/protocol.js").Field} Field */
/** @typedef {import("/page/protocol.js").Way} Way */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Lanista} Lanista */

const SIDE = 8;
const CELL = 100;

export const edge = 58;
export const boardLabel = "The barge, eight by eight squares, north is up";

// --- the barge -------------------------------------------------------------------------------------------------------

/**
 * The walls, the numbers along them, and the players' seats.
 * @param {View} view
 */
export function frame({ nexus }) {
  const far = SIDE * CELL;
  const [whole, start] = [far + 2 * edge - 4, 2 - edge];
  return h(
    "g",
    { key: "frame", class: "frame", "aria-hidden": "true" },
    h("rect", { class: "wall", x: start, y: start, width: whole, height: whole, rx: 22 }),
    h("rect", { class: "wall-lip", x: -9, y: -9, width: far + 18, height: far + 18, rx: 5 }),
    Array.from({ length: SIDE }, (_, place) => [
      h("text", { class: "coordinate", x: (place + 0.5) * CELL, y: -24 }, place + 1),
      h("text", { class: "coordinate", x: -33, y: (place + 0.5) * CELL + 9 }, place + 1),
    ]),
    nexus.lanistas.map((row) => h("g", { key: row.seat, class: `side ${row.seat}` }, sideBand(row))),
  );
}

/** @param {Lanista} lanista */
function sideBand({ seat, side }) {
  const far = SIDE * CELL;
  const turn = { north: 0, east: 90, south: 180, west: 270 }[side];
  return h(
    "g",
    { transform: `rotate(${turn} ${far / 2} ${far / 2})` },
    h("rect", { class: "band", x: 0, y: -14, width: far, height: 6, rx: 3 }),
    h("g", { transform: `translate(${far / 2} -31) scale(.36) rotate(${-turn})` }, emblem(seat)),
  );
}

/**
 * A chain between a helot and the one it holds.
 * @param {View} view
 */
export function over({ nexus }) {
  return nexus.helots
    .filter((row) => row.holds)
    .map((row) => {
      const [, other] = of(row.holds ?? "", nexus);
      const [x, y] = [row.x, row.y].map((number) => (number - 0.5) * CELL);
      const [across, down] = [(other.x - row.x) * CELL, (other.y - row.y) * CELL];
      const between = `M${x + 0.28 * across} ${y + 0.28 * down} l${0.44 * across} ${0.44 * down}`;
      return h(
        "g",
        { key: `grip ${row.seat}`, class: "grip" },
        h("path", { class: "chain-back", d: between }),
        h("path", { class: "chain", d: between }),
      );
    });
}

/** @param {Cell} cell */
export const cellClass = ({ at: [x, y] }) => ((Math.floor(x) + Math.floor(y)) % 2 ? "odd" : "even");

/** @param {Cell} cell */
export function onCell({ marks = [] }) {
  return marks.map((mark) => floorCoins(parseInt(mark, 10)));
}

/**
 * @param {Piece} piece
 * @param {View} view
 */
export function piece({ kind, owner }, { nexus }, angle = 0) {
  if (owner === null) return lying(kind);
  return helot(of(owner, nexus)[1], angle, nexus.full_health);
}

/**
 * @param {Piece} piece
 * @param {View} view
 */
export const pieceClass = ({ owner }, { nexus }) =>
  owner && of(owner, nexus)[1].standing !== "fit" ? "helot down" : "helot";

/**
 * A barge in the form of options.
 * @param {Field} field
 * @param {Way} way
 */
export function choice(field, { value, picture }) {
  if (!picture) return h("span", { class: "way-blank", "aria-hidden": "true" }, value === "roll" ? "d8" : "□");
  const far = SIDE * CELL;
  return h(
    "svg",
    { class: "way-picture", viewBox: `0 0 ${far} ${far}`, "aria-hidden": "true" },
    h("rect", { class: "deck", width: far, height: far, rx: 20 }),
    picture.flatMap((row, y) =>
      [...row].map((sign, x) => {
        const name = SIGNS[sign];
        const where = `translate(${CELL * (x + 0.5)} ${CELL * (y + 0.5)}) scale(1.2)`;
        return name && h("g", { key: `${x},${y}`, transform: where }, lying(name));
      }),
    ),
  );
}

/** @type {Record<string, string>} */
const SIGNS = { "#": "pillar", c: "crate", u: "brazier", b: "blood", g: "guts" };

// --- panels, dice, words ---------------------------------------------------------------------------------------------

/**
 * @param {Seat} seat
 * @param {View} view
 * @param {Record<string, string>} names
 */
export const panel = ({ seat }, { nexus }, names) => inside(seat, nexus, names);

/**
 * @param {Seat} seat
 * @param {View} view
 */
export const panelHead = ({ seat }, { nexus }) => cred(seat, nexus);

/**
 * Cred and Overall Condition in the bar.
 * @param {Seat} seat
 * @param {View} view
 */
export function mini({ seat }, { nexus }) {
  const [lanista, { health }] = of(seat, nexus);
  return [h("b", {}, lanista.cred), h("i", {}, `♥${health["overall-condition"]}`)];
}

/** @type {Record<string, string>} */
const DICE = {
  attack: "red",
  defense: "blue",
  trait: "black",
  ratio: "black",
  column: "orange",
  row: "green",
};

/** @param {string} purpose */
export const dieKind = (purpose) => DICE[purpose] ?? "bone";

export const secret = "keeps a card";

/** @param {string} cost */
export const brief = (cost) => cost.replaceAll("Overall Condition", "OC");

const isUnique = (/** @type {string} */ command) => /^unique ability \d+$/.test(command);

/**
 * The event that reports a command, below what it has cost.
 * @param {string} command
 */
export const toldBy = (command) => (isUnique(command) ? "unique" : undefined);

/**
 * The log's words for a command, with the names of cards.
 * @param {string} command
 * @param {import("/page/words.js").Rulebook} rulebook
 */
export function said(command, rulebook) {
  if (isUnique(command)) return "unique ability"; // whose name its motivation has
  return command.replace(/^(keep|play|steal) card (\d+)$/, (words, verb, number) => {
    const card = rulebook.card("influence", number);
    return card ? `${verb} ${card.name}` : words;
  });
}
