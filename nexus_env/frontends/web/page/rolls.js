// Dice and coins as they happen: the tray shows the last rolls, and coins fly from pile to pile.

import { h } from "./dom.js";
import { die } from "./symbols.js";
import { named } from "./words.js";

const MOST_COINS = 6; // that fly at once
const FLIGHT = 620; // ms

const DICE_OF = {
  attack: "red",
  defense: "blue",
  trait: "black",
  ratio: "black",
  column: "orange",
  row: "green",
  compass: "bone",
};

/** The rolls among what happened in one event, as the tray shows them. */
export function rollsOf(event, names) {
  return event.happened.flatMap((row, place) => {
    const key = `${event.cursor} ${place}`;
    if (row.event === "dice")
      return [
        {
          key,
          seat: row.seat,
          name: names[row.seat] ?? "",
          for: row.for,
          faces: row.faces,
          counted: counted(row),
          total: row.total,
          sides: 6,
        },
      ];
    if (row.event === "roll" && row.for && !HIDDEN.has(row.for))
      return [
        {
          key,
          seat: row.seat,
          name: names[row.seat] ?? "",
          for: row.for,
          faces: row.faces,
          counted: null,
          text: meaning(row),
          sides: row.sides,
        },
      ];
    return [];
  });
}

const HIDDEN = new Set(["order", "deal lanista", "deal motivation", "deal card", "steal card"]);
const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const TRAIT_FACES = ["Will", "Inst", "Phys", "Deft", "Swag", "Cunn"];

function meaning(row) {
  const [face] = row.faces;
  if (row.for === "compass") return COMPASS[face - 1];
  if (row.for === "trait") return TRAIT_FACES[face - 1];
  return null;
}

/** Which dice count: of more than two the highest or the lowest two, as the sliding dice scale says. */
function counted({ faces, slide }) {
  if (faces.length <= 2) return null;
  const order = faces
    .map((face, place) => [face, place])
    .sort(([one], [other]) => (slide > 0 ? other - one : one - other));
  return new Set(order.slice(0, 2).map(([, place]) => place));
}

/** The dice tray. */
export function tray(rolls) {
  return h(
    "section",
    { class: "tray", "aria-label": "Dice" },
    rolls.length === 0 && h("p", { class: "quiet" }, "The dice lie still."),
    rolls.map((roll) =>
      h(
        "figure",
        { class: `roll ${roll.seat ?? ""}`, key: roll.key },
        h(
          "div",
          { class: "dice" },
          roll.faces.map((face, place) =>
            die(face, {
              key: place,
              kind: DICE_OF[roll.for] ?? "bone",
              dropped: roll.counted !== null && !roll.counted.has(place),
              sides: roll.sides,
              text: roll.text,
            }),
          ),
        ),
        roll.total !== undefined && h("b", { class: "total" }, roll.total),
        h("figcaption", {}, h("span", { class: "for" }, roll.for), roll.name && ` ${roll.name}`),
      ),
    ),
  );
}

/** Where coins lie on the page: of a happening, the piles that it takes from and gives to. */
export function pilesOf(row) {
  const pile = (seat, name) => (name === "crowd" || name === "box" ? name : `${seat}:${name}`);
  return [pile(row.seat, row.from), pile(row.other ?? row.seat, row.to)];
}

/** Let coins fly between two places of the page; places that are not shown are passed over. */
export function fly(from, to, coins) {
  if (!from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [from, to]
    .map((element) => element.getBoundingClientRect())
    .map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
  for (let number = 0; number < Math.min(coins, MOST_COINS); number++) {
    const coin = document.createElement("i");
    coin.className = "flying-coin";
    document.body.append(coin);
    const [side, rise] = [((number % 3) - 1) * 9, -30 - 8 * number];
    const at = ([x, y], lift = 0) => `translate(${x + side}px, ${y + lift}px)`;
    const half = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
    const steps = [
      { transform: at(start), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: at(half, rise), offset: 0.5 },
      { transform: at(end), opacity: 1 },
    ];
    coin
      .animate(steps, { duration: FLIGHT, delay: 45 * number, easing: "ease-in-out", fill: "backwards" })
      .finished.finally(() => coin.remove());
  }
}

/** The sentences of an event for the log, with the names of the players. */
export function linesOf(event, names) {
  return event.happened.filter((row) => row.text).map((row) => ({ kind: row.event, text: named(row.text, names) }));
}
