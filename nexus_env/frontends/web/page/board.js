// The barge: eight by eight squares, what lies and stands on them, and what a command would reach.

import { h } from "./dom.js";
import { emblem, floorCoins, helot, piece } from "./symbols.js";
import { FACINGS, place } from "./words.js";

const SIDE = 8;
const CELL = 100;
const EDGE = 58;
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const middle = ({ x, y }) => `translate(${(x - 0.5) * CELL}px, ${(y - 0.5) * CELL}px)`;
const keyOf = (x, y) => `${x},${y}`;

/** The board of one table. It remembers which square has the focus, and how far each helot has turned. */
export class Board {
  /** `redraw` draws the table anew; `onSquare` is told the square that was chosen, and whether by a key. */
  constructor(redraw, onSquare) {
    Object.assign(this, { redraw, onSquare });
    this.focus = { x: 1, y: 1 };
    this.angles = {};
  }

  /**
   * The barge as a seat sees it.
   * @param marks what squares mean for the command in hand: "x,y" to {kind, labels}; kinds are `may`, `chosen`, `way`.
   */
  draw(view, names, marks = new Map()) {
    const around = `${-EDGE} ${-EDGE} ${SIDE * CELL + 2 * EDGE} ${SIDE * CELL + 2 * EDGE}`;
    return h(
      "svg",
      {
        class: "board",
        viewBox: around,
        role: "grid",
        "aria-label": "The barge, eight by eight squares, north is up",
        onkeydown: (event) => this.onKey(event),
      },
      frame(view),
      numbers(SIDE).map((y) =>
        h(
          "g",
          { key: `row ${y}`, role: "row" },
          numbers(SIDE).map((x) => this.square(x, y, view, names, marks.get(keyOf(x, y)))),
        ),
      ),
      h("g", { key: "standing", class: "standing", "aria-hidden": "true" }, this.helots(view), grips(view)),
    );
  }

  square(x, y, view, names, mark) {
    const piece_ = view.pieces.find((row) => row.x === x && row.y === y);
    const coins = view.floor_coins.find((row) => row.x === x && row.y === y);
    const stands = view.helots.find((row) => row.present && row.x === x && row.y === y);
    const isFocus = this.focus.x === x && this.focus.y === y;
    return h(
      "g",
      {
        key: keyOf(x, y),
        class: `square ${(x + y) % 2 ? "odd" : "even"} ${mark?.kind ?? ""}`,
        role: "gridcell",
        tabindex: isFocus ? 0 : -1,
        "data-square": keyOf(x, y),
        transform: `translate(${(x - 0.5) * CELL} ${(y - 0.5) * CELL})`,
        "aria-label": spoken({ x, y }, piece_, coins, stands, names, mark),
        onclick: () => {
          this.focus = { x, y };
          this.onSquare(x, y, false);
        },
      },
      h("rect", { class: "floor", x: -50, y: -50, width: CELL, height: CELL }),
      piece_ && piece(piece_.piece),
      coins && floorCoins(coins.coins),
      mark && h("rect", { class: "mark", x: -45, y: -45, width: 90, height: 90, rx: 10 }),
      mark && !stands && !piece_ && h("circle", { class: "mark-dot", r: 10 }),
      h("rect", { class: "ring", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
    );
  }

  helots(view) {
    return view.helots
      .filter((row) => row.present)
      .map((row) =>
        h(
          "g",
          {
            key: row.seat,
            class: helotClass(row, view),
            style: `transform: ${middle(row)}`,
          },
          helot(row, this.angle(row), view.full_health),
        ),
      );
  }

  /** The facing in degrees, so that a turn takes the short way round. */
  angle(row) {
    const wanted = 90 * FACINGS.indexOf(row.facing);
    const now = this.angles[row.seat] ?? wanted;
    return (this.angles[row.seat] = wanted + 360 * Math.round((now - wanted) / 360));
  }

  onKey(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onSquare(this.focus.x, this.focus.y, true);
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = [clip(this.focus.x + step[0]), clip(this.focus.y + step[1])];
    this.focus = { x, y };
    this.redraw();
    event.currentTarget.querySelector(`[data-square="${keyOf(x, y)}"]`).focus();
  }
}

function helotClass({ seat, standing }, view) {
  return ["helot", seat, standing !== "fit" && "down", view.round?.seat === seat && "active"].filter(Boolean).join(" ");
}

const numbers = (count) => Array.from({ length: count }, (_, place) => place + 1);
const clip = (number) => Math.min(SIDE, Math.max(1, number));

/** What a screen reader says of a square. */
function spoken(where, piece_, coins, stands, names, mark) {
  const parts = [place(where)];
  if (stands) parts.push(`${names[stands.seat]}, facing ${stands.facing}${stands.prone ? ", prone" : ""}`);
  if (piece_) parts.push(piece_.piece);
  if (coins) parts.push(`${coins.coins} coins`);
  if (mark?.labels?.length) parts.push(mark.labels.join(", "));
  return parts.join("; ");
}

/** The walls, the numbers along them, and who sits where. */
function frame(view) {
  const far = SIDE * CELL;
  return h(
    "g",
    { key: "frame", class: "frame", "aria-hidden": "true" },
    h("rect", {
      class: "wall",
      x: -EDGE + 2,
      y: -EDGE + 2,
      width: far + 2 * EDGE - 4,
      height: far + 2 * EDGE - 4,
      rx: 22,
    }),
    h("rect", { class: "wall-lip", x: -9, y: -9, width: far + 18, height: far + 18, rx: 5 }),
    numbers(SIDE).flatMap((number) => [
      h("text", { class: "coordinate", x: (number - 0.5) * CELL, y: -24 }, number),
      h("text", { class: "coordinate", x: -33, y: (number - 0.5) * CELL + 9 }, number),
    ]),
    view.lanistas.map((row) => h("g", { key: row.seat, class: `side ${row.seat}` }, sideBand(row))),
  );
}

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

/** A chain between who holds and who is held. */
function grips(view) {
  return view.helots
    .filter((row) => row.holds)
    .map((row) => {
      const other = view.helots.find((victim) => victim.seat === row.holds);
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
