// The game that is played: its description by the service, its rulebook, and its own drawings, if any.

import { ROOT } from "./root.js";
import { post } from "./wire.js";
import { Rulebook } from "./words.js";

/** @typedef {import("./protocol.js").ServedGame} ServedGame */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Cell} Cell */
/** @typedef {import("./protocol.js").Piece} Piece */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Field} Field */
/** @typedef {import("./protocol.js").Way} Way */
/** @typedef {import("./dom.js").Tree} Tree */

/**
 * What a game may draw in its own way: the exports of its `page.js`. Everything else is drawn as for all games.
 * @typedef {object} Art
 * @property {string} [boardLabel] the board's name for screen readers
 * @property {number} [edge] the margin around the cells, where a square cell is 100 by 100
 * @property {(view: View) => Tree} [frame] drawn below the cells; with `board.turned` of the view they are rotated
 * @property {(view: View) => Tree} [over] drawn above the pieces
 * @property {(cell: Cell) => string} [cellClass]
 * @property {(cell: Cell) => Tree} [onCell] the marks of a cell
 * @property {(piece: Piece, view: View, angle?: number) => Tree} [piece] around (0, 0)
 * @property {(piece: Piece, view: View) => string} [pieceClass]
 * @property {(seat: Seat, view: View, names: Record<string, string>) => Tree} [panel] the inside of a seat's panel
 * @property {(seat: Seat, view: View) => Tree} [panelHead] next to the name
 * @property {(seat: Seat, view: View) => string} [panelClass]
 * @property {(seat: Seat, view: View) => Tree} [mini] a seat in the bar
 * @property {(size: number) => Tree} [token] next to counts without an owner
 * @property {(view: View) => Tree} [tray] the dice on the table now, instead of the last roll
 * @property {(purpose: string, die?: string) => string} [dieKind] the class of dice
 * @property {(face: string) => Tree} [dieFace] the drawing on a die, in a square of 60 by 60
 * @property {(field: Field, way: Way) => Tree} [choice] the picture of a value in the form of options
 * @property {string} [secret] the log's words for a secret decision
 * @property {(cost: string) => string} [brief] a cost for narrow places
 * @property {(command: string, rulebook: Rulebook) => string} [said] a command in few words
 * @property {(command: string) => string} [does] the log's words for a command: `picks the red card`
 * @property {(command: string) => string | undefined} [toldBy] the event that reports a command, even if it is
 *   not the first
 */

/** @typedef {{served: ServedGame, art: Art, rulebook: Rulebook}} Played a game with everything the page needs */

/** The games of the service, the default first. */
export const games = async () => (await post("hello", { client: "page" })).games;

/**
 * A game with everything the page needs to show it.
 * @param {ServedGame} served
 * @param {string} [bout]
 * @returns {Promise<Played>}
 */
export async function load(served, bout) {
  /** @type {Art} */
  const art = served.page ? await import(`${ROOT}games/${served.name}/page.js`) : {};
  if (served.page) await styled(`${ROOT}games/${served.name}/page.css`);
  return { served, art, rulebook: new Rulebook(await post("rules", bout ? { bout } : { game: served.name })) };
}

/**
 * The game of a bout.
 * @param {string} bout
 */
export async function ofBout(bout) {
  const [all, { state }] = await Promise.all([games(), post("look", { bout })]);
  return named(all, state.game, bout);
}

/**
 * A game by its name.
 * @param {ServedGame[]} all
 * @param {string} name
 * @param {string} [bout] a bout, which selects the cards
 */
export function named(all, name, bout) {
  const served = all.find((game) => game.name === name);
  if (!served) throw new Error(`This service has no game “${name}”; it has ${all.map((game) => game.name).join(", ")}.`);
  return load(served, bout);
}

/** @param {string} address */
function styled(address) {
  const known = document.querySelector(`link[href="${address}"]`);
  if (known) return null;
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
