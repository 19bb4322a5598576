// The board: cells of any shape, the pieces and things on them, and what a command would reach.

import { h } from "./dom.js";
import { marked, sign, told, unit } from "./pieces.js";
import { memory } from "./shell.js";
import { named } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Cell} Cell */
/** @typedef {import("./protocol.js").Piece} Piece */
/** @typedef {import("./game.js").Art} Art */
/** @typedef {import("./protocol.js").Sight} Sight */
/**
 * The role of a cell for the current command; `note` is written on it.
 * @typedef {{kind: string, labels: string[], sight?: Sight, note?: string}} Mark
 */

const SIDE = 100; // of a square of the area of a cell, in units of the drawing
const MARGIN = 12;
const MANY = 100; // cells; with more, each is too small for a finger on a small screen
const LABEL = 25; // the height of a cell's label at the top, or of its marks at the bottom
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The board of one table. It stores the focused cell, and the angle of each piece. */
export class Board {
  /**
   * @param {() => void} redraw redraws the table
   * @param {(cell: string, byKey: boolean, byFinger: boolean) => void} onCell receives the chosen cell, and how it was chosen
   * @param {(cell: string) => void} [onPoint] receives the cell under the pointer, empty for none
   */
  constructor(redraw, onCell, onPoint = () => {}) {
    this.redraw = redraw;
    document.addEventListener("settings", redraw);
    this.onCell = onCell;
    this.onPoint = onPoint;
    this.focus = "";
    this.isClose = false; // on a small screen: zoomed in on a part of the board
    /** @type {Record<string, number>} */
    this.angles = {};
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {[number, number][] | undefined} the shape of cells without their own */
    this.shape = undefined;
    this.scale = SIDE;
  }

  /**
   * The board as a seat sees it; nothing for a game without one.
   * @param {View} printed
   * @param {Record<string, string>} names
   * @param {Art} art
   * @param {Map<string, Mark>} marks the roles of cells for the current command; kinds are `may`, `chosen`, `way`
   */
  draw(printed, names, art, marks = new Map()) {
    const isTurned = printed.board.turned && memory.get("side") !== "printed";
    const view = { ...printed, board: isTurned ? turned(printed.board) : { ...printed.board, turned: false } };
    const cells = view.board.cells;
    if (!cells.length) return h("pre", { class: "board-text", key: "board" }, view.text && named(view.text, names));
    this.cells = cells;
    this.shape = view.board.outline;
    this.scale = SIDE / Math.sqrt(areaOf(cornersOf(cells[0], this.shape)));
    if (!cells.some(({ id }) => id === this.focus)) this.focus = cells[0].id;
    const edge = art.edge ?? MARGIN;
    const [left, top, right, bottom] = boundsOf(cells, this.shape).map((number) => number * this.scale);
    const around = [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge];
    const standing = view.board.pieces.filter(({ cell, owner }) => cell !== null && owner !== null);
    const drawn = h(
      "svg",
      {
        class: "board",
        key: "board",
        viewBox: around.join(" "),
        style: `--shape: ${around[2] / around[3]}`,
        role: "grid",
        "aria-label": `${art.boardLabel ?? "The board"}${isTurned ? ", rotated" : ""}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event),
      },
      art.frame?.(view),
      rowsOf(cells).map((row) =>
        h(
          "g",
          { key: `row ${row[0].id}`, role: "row" },
          row.map((cell) => this.cell(cell, view, names, art, marks.get(cell.id))),
        ),
      ),
      h(
        "g",
        { key: "standing", class: "standing", "aria-hidden": "true" },
        standing.map((piece) => this.standing(piece, view, art)),
        cells.map((cell) => this.sighting(cell, marks.get(cell.id)?.sight)),
        cells.map((cell) => this.noted(cell, marks.get(cell.id)?.note)),
        art.over?.(view),
      ),
    );
    return h(
      "div",
      { class: `board-window ${this.isClose ? "close" : ""}`, key: "board" },
      h("div", { class: "board-part" }, drawn),
      cells.length > MANY && this.closer(),
    );
  }

  /** The button that zooms in where there is something to do, or shows the whole board. */
  closer() {
    const toggle = (/** @type {MouseEvent & {currentTarget: HTMLElement}} */ { currentTarget }) => {
      this.isClose = !this.isClose;
      this.redraw();
      const window = currentTarget.closest(".board-window");
      const middle = window?.querySelector(".unit.its-turn") ?? window?.querySelector(".cell.chosen, .cell.may, .unit");
      middle?.scrollIntoView({ block: "center", inline: "center" });
    };
    return h("button", { class: "back closer", key: "closer", onclick: toggle }, this.isClose ? "Whole board" : "Zoom in");
  }

  /**
   * @param {Cell} cell
   * @param {View} view
   * @param {Record<string, string>} names
   * @param {Art} art
   * @param {Mark | undefined} mark
   */
  cell(cell, view, names, art, mark) {
    const here = view.board.pieces.filter((piece) => piece.cell === cell.id);
    const lying = here.filter(({ owner }) => owner === null);
    const room = roomIn(cell, art);
    const outline = (/** @type {string} */ part, /** @type {number} */ size) =>
      h("polygon", { class: part, points: this.outline(cell, size), "stroke-linejoin": "round" });
    return h(
      "g",
      {
        key: cell.id,
        class: ["cell", classOf(cell.kind), art.cellClass?.(cell), mark?.kind, mark?.sight && `sight-${mark.sight.kind}`]
          .filter(Boolean)
          .join(" "),
        role: "gridcell",
        tabindex: this.focus === cell.id ? 0 : -1,
        "data-cell": cell.id,
        transform: `translate(${this.middle(cell).join(" ")})`,
        "aria-label": spoken(cell, here, names, mark),
        onclick: (event) => {
          this.focus = cell.id;
          this.onCell(cell.id, false, event instanceof PointerEvent && event.pointerType === "touch");
        },
        onfocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && this.onPoint(cell.id),
        onblur: () => this.onPoint(""),
        onpointerenter: (event) => event.pointerType !== "touch" && this.onPoint(cell.id),
        onpointerleave: (event) => event.pointerType !== "touch" && this.onPoint(""),
      },
      outline("floor", 1),
      cell.label && h("text", { class: "cell-label", y: -30 }, cell.label),
      lying.map((piece) =>
        h(
          "g",
          { key: piece.id, class: "piece", transform: `translate(0 ${room.down}) scale(${room.scale})` },
          h("title", {}, told(piece)),
          art.piece?.(piece, view) ?? sign(piece),
        ),
      ),
      art.onCell ? art.onCell(cell) : marked(cell),
      mark && outline("mark", 0.9),
      mark?.kind && !here.length && h("circle", { class: "mark-dot", r: 10 }),
      outline("ring", 0.94),
    );
  }

  /**
   * @param {Piece} piece
   * @param {View} view
   * @param {Art} art
   */
  standing(piece, view, art) {
    const cell = this.cells.find(({ id }) => id === piece.cell);
    if (!cell) return null;
    const mates = view.board.pieces.filter((other) => other.cell === piece.cell && other.owner !== null);
    const place = mates.indexOf(piece) - (mates.length - 1) / 2;
    const [x, y] = this.middle(cell);
    const { down, scale } = roomIn(cell, art);
    const isActive = view.round.seat === piece.owner;
    return h(
      "g",
      {
        key: piece.id,
        class: ["unit", piece.owner, art.pieceClass?.(piece, view), isActive && "active"].filter(Boolean).join(" "),
        style: `transform: translate(${x + 24 * place * scale}px, ${y + down}px) scale(${scale})`,
      },
      art.piece?.(piece, view, this.angle(piece)) ?? unit(piece, this.angle(piece)),
    );
  }

  /**
   * The sign in the corner of a cell for how well its piece is seen.
   * @param {Cell} cell
   * @param {Sight | undefined} sight
   */
  sighting(cell, sight) {
    if (!sight || sight.kind === "reach") return null;
    const [x, y] = this.middle(cell);
    return h("g", { key: `sight ${cell.id}`, transform: `translate(${x + 34} ${y - 34})` }, sightSign(sight.kind));
  }

  /**
   * The note on a cell.
   * @param {Cell} cell
   * @param {string | undefined} note
   */
  noted(cell, note) {
    if (!note) return null;
    const [x, y] = this.middle(cell);
    return h("g", { key: `note ${cell.id}`, class: "cell-note", transform: `translate(${x} ${y})` }, h("text", { y: 11 }, note));
  }

  /**
   * The facing in degrees, so that the piece turns the short way.
   * @param {Piece} piece
   */
  angle(piece) {
    const wanted = piece.facing ?? 0;
    const now = this.angles[piece.id] ?? wanted;
    return (this.angles[piece.id] = wanted + 360 * Math.round((now - wanted) / 360));
  }

  /** @param {Cell} cell */
  middle(cell) {
    return cell.at.map((number) => number * this.scale);
  }

  /**
   * The corners of a cell around its center, or of a part of it.
   * @param {Cell} cell
   * @param {number} size
   */
  outline(cell, size) {
    const around = (/** @type {[number, number]} */ corner) =>
      corner.map((n, place) => (n - cell.at[place]) * this.scale * size).join(",");
    return cornersOf(cell, this.shape).map(around).join(" ");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onCell(this.focus, true, false);
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    this.focus = this.beside(this.focus, step) ?? this.focus;
    const board = /** @type {Element} */ (event.currentTarget);
    this.redraw();
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-cell="${CSS.escape(this.focus)}"]`))?.focus();
  }

  /**
   * The nearest cell in a direction.
   * @param {string} from
   * @param {[number, number]} step
   */
  beside(from, [across, down]) {
    const start = this.cells.find(({ id }) => id === from)?.at ?? [0, 0];
    const found = this.cells
      .map(({ id, at }) => {
        const [x, y] = [at[0] - start[0], at[1] - start[1]];
        const [ahead, aside] = [x * across + y * down, Math.abs(x * down) + Math.abs(y * across)];
        return { id, ahead, far: ahead + 3 * aside };
      })
      .filter(({ ahead }) => ahead > 1e-6)
      .sort((one, other) => one.far - other.far);
    return found[0]?.id;
  }
}

/**
 * The board as seen from the far side: rotated by 180 degrees, with the facings of pieces.
 * @param {View["board"]} board
 * @returns {View["board"]}
 */
function turned({ cells, pieces, outline }) {
  const [left, top, right, bottom] = boundsOf(cells, outline);
  const flipped = (/** @type {[number, number]} */ [x, y]) => /** @type {[number, number]} */ ([left + right - x, top + bottom - y]);
  return {
    cells: cells.map((cell) => ({ ...cell, at: flipped(cell.at), ...(cell.polygon && { polygon: cell.polygon.map(flipped) }) })),
    pieces: pieces.map((piece) => ({ ...piece, facing: piece.facing === null ? null : (piece.facing + 180) % 360 })),
    turned: true,
    outline: outline?.map(([x, y]) => [-x, -y]),
  };
}

/**
 * The rows of cells, from the top.
 * @param {Cell[]} cells
 */
function rowsOf(cells) {
  /** @type {Map<number, Cell[]>} */
  const rows = new Map();
  for (const cell of cells) {
    const height = Math.round(cell.at[1] * 100);
    rows.set(height, [...(rows.get(height) ?? []), cell]);
  }
  return [...rows.values()];
}

/**
 * The corners of a cell in order: its own, those of the shared outline, or of a unit square.
 * @param {Cell} cell
 * @param {[number, number][]} [outline]
 * @returns {[number, number][]}
 */
function cornersOf({ at: [x, y], polygon }, outline) {
  if (polygon) return polygon;
  if (outline) return outline.map(([right, down]) => [x + right, y + down]);
  return [
    [x - 0.5, y - 0.5],
    [x + 0.5, y - 0.5],
    [x + 0.5, y + 0.5],
    [x - 0.5, y + 0.5],
  ];
}

/**
 * Where pieces are drawn in a cell, so that its text stays legible: the distance below its center, and the scale.
 * @param {Cell} cell
 * @param {Art} art
 */
function roomIn(cell, art) {
  const top = cell.label ? LABEL : 0;
  const bottom = cell.marks?.length && !art.onCell ? LABEL : 0;
  return { down: (top - bottom) / 2, scale: (SIDE - top - bottom) / SIDE };
}

/**
 * The sign of a view, around (0, 0): an open eye is full, a limited one half, a blocked one crossed out.
 * @param {string} kind
 */
export const sightSign = (kind) =>
  h(
    "g",
    { class: `sight-sign ${kind}` },
    h("circle", { r: 17 }),
    kind === "limited" && h("path", { d: "M0 -17 A17 17 0 0 1 0 17 Z" }),
    kind === "blocked" && h("path", { d: "M-9 -9 L9 9 M9 -9 L-9 9" }),
  );

/** @param {[number, number][]} corners */
function areaOf(corners) {
  const next = (/** @type {number} */ place) => corners[(place + 1) % corners.length];
  const twice = corners.reduce((sum, [x, y], place) => sum + x * next(place)[1] - next(place)[0] * y, 0);
  return Math.abs(twice) / 2 || 1;
}

/**
 * @param {Cell[]} cells
 * @param {[number, number][]} [outline]
 */
function boundsOf(cells, outline) {
  const corners = cells.flatMap((cell) => cornersOf(cell, outline));
  const [across, down] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/** @param {string} kind */
const classOf = (kind) => `kind-${kind.replace(/\W+/g, "-")}`;

/**
 * The description of a cell for screen readers.
 * @param {Cell} cell
 * @param {Piece[]} here
 * @param {Record<string, string>} names
 * @param {Mark | undefined} mark
 */
function spoken(cell, here, names, mark) {
  const pieces = here.map(({ name, facing, marks }) =>
    [named(name, names), facing !== null && `facing ${compass(facing)}`, ...marks].filter(Boolean).join(", "),
  );
  const kind = cell.kind === "floor" ? [] : [cell.kind];
  const parts = [`(${cell.id})`, ...kind, ...pieces, ...(cell.marks ?? []), mark?.labels?.join(", "), mark?.sight?.text];
  return parts.filter(Boolean).join("; ");
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** @param {number} angle */
const compass = (angle) => WINDS[Math.round((((angle % 360) + 360) % 360) / 45) % 8];
