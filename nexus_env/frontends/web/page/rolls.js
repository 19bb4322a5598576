// Dice and animations: the tray shows the last rolls, and tokens fly from pile to pile.

import { h } from "./dom.js";
import { die } from "./emblems.js";
import { maybeTerm } from "./terms.js";
import { named } from "./words.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").Roll} Roll */
/** @typedef {import("./game.js").Art} Art */
/** @typedef {{face: string, die?: string, isCounted: boolean, sides: number}} Die */
/** @typedef {{key: string, purpose: string, dice: Die[], total?: number, seat: string | null, name: string}} Shown */

const MOST_TOKENS = 6; // flying at once
const FLIGHT = 620; // ms

/**
 * The rolls in one event, for the tray: single dice with the same purpose are together.
 * @param {Event} event
 * @param {Record<string, string>} names
 * @returns {Shown[]}
 */
export function rollsOf(event, names) {
  /** @type {Shown[]} */
  const found = [];
  event.happened.forEach(({ roll, seat }, place) => {
    if (!roll) return;
    const dice = roll.faces.map((face, nth) => ({
      face,
      die: roll.die,
      isCounted: roll.counted?.[nth] ?? true,
      sides: roll.sides,
    }));
    const last = found.at(-1);
    if (roll.die && last?.seat === seat && last.purpose === roll.purpose) last.dice.push(...dice);
    else {
      const { purpose, total } = roll;
      found.push({ key: `${event.cursor} ${place}`, purpose, dice, total, seat, name: (seat && names[seat]) ?? "" });
    }
  });
  return found;
}

/**
 * The dice tray: the dice on the table now, if the game has such dice, or the last rolls.
 * @param {Shown[]} rolls
 * @param {import("./protocol.js").View} view
 * @param {import("./game.js").Played} game
 */
export function tray(rolls, view, { art, rulebook }) {
  const lying = art.tray?.(view);
  if (lying) return h("section", { class: "tray lying", key: "lying", "aria-label": "Dice" }, lying);
  return h(
    "section",
    { class: "tray", key: "tray", "aria-label": "Dice" },
    rolls.length === 0 && h("p", { class: "quiet" }, "No dice were rolled."),
    rolls.map((roll) =>
      h(
        "figure",
        { class: `roll ${roll.seat ?? ""}`, key: roll.key },
        h(
          "div",
          { class: "dice" },
          roll.dice.map((one, place) =>
            die(one.face, {
              key: place,
              kind: art.dieKind?.(roll.purpose, one.die) ?? "bone",
              isCounted: one.isCounted,
              sides: one.sides,
              picture: art.dieFace?.(one.face),
            }),
          ),
        ),
        roll.total !== undefined && h("b", { class: "total" }, roll.total),
        h("figcaption", {}, h("span", { class: "for" }, maybeTerm(roll.purpose, rulebook)), roll.name && ` ${roll.name}`),
      ),
    ),
  );
}

/**
 * Let tokens fly between two places of the page, if both are shown.
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {number} count
 */
export function fly(from, to, count) {
  if (!from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [from, to]
    .map((element) => element.getBoundingClientRect())
    .map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
  for (let number = 0; number < Math.min(count, MOST_TOKENS); number++) {
    const token = document.createElement("i");
    token.className = "flying-token";
    document.body.append(token);
    const [side, rise] = [((number % 3) - 1) * 9, -30 - 8 * number];
    const at = (/** @type {number[]} */ [x, y], lift = 0) => `translate(${x + side}px, ${y + lift}px)`;
    const half = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
    const steps = [
      { transform: at(start), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: at(half, rise), offset: 0.5 },
      { transform: at(end), opacity: 1 },
    ];
    token
      .animate(steps, { duration: FLIGHT, delay: 45 * number, easing: "ease-in-out", fill: "backwards" })
      .finished.finally(() => token.remove());
  }
}

/**
 * The sentences of an event for the log, with the names of the players.
 * @param {Event} event
 * @param {Record<string, string>} names
 */
export function linesOf(event, names) {
  return event.happened
    .filter((row) => row.text && row.role !== "command")
    .map((row) => ({ kind: row.event, isDeed: row.role === "deed", text: named(row.text, names) }));
}
