// The game that is played: what the service says of it, its rulebook, and its own drawings where it has some.

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
 * What a game may draw in its own way: the exports of its `page.js`. Whatever it leaves out is drawn as for all games.
 * @typedef {object} Art
 * @property {string} [boardLabel] what a screen reader calls the board
 * @property {number} [edge] the margin around the cells, of which one is as large as a square of 100 by 100
 * @property {(view: View) => Tree} [frame] what lies below the cells; with `board.turned` of the view they are turned by half
 * @property {(view: View) => Tree} [over] what lies above the pieces
 * @property {(cell: Cell) => string} [cellClass]
 * @property {(cell: Cell) => Tree} [onCell] what its marks look like
 * @property {(piece: Piece, view: View, angle?: number) => Tree} [piece] around (0, 0)
 * @property {(piece: Piece, view: View) => string} [pieceClass]
 * @property {(seat: Seat, view: View, names: Record<string, string>) => Tree} [panel] the inside of a seat's panel
 * @property {(seat: Seat, view: View) => Tree} [panelHead] what stands beside the name
 * @property {(seat: Seat, view: View) => string} [panelClass]
 * @property {(seat: Seat, view: View) => Tree} [mini] a seat in the bar
 * @property {(size: number) => Tree} [token] beside what counts and belongs to nobody
 * @property {(view: View) => Tree} [tray] the dice that lie on the table now, in place of those that fell last
 * @property {(purpose: string, die?: string) => string} [dieKind] the class of dice
 * @property {(face: string) => Tree} [dieFace] what is drawn on a die, in a square of 60 by 60
 * @property {(field: Field, way: Way) => Tree} [choice] the picture of a way in the form of options
 * @property {string} [secret] what somebody does who decides in secret, as the log tells it
 * @property {(cost: string) => string} [brief] a cost where there is little room
 * @property {(command: string, rulebook: Rulebook) => string} [said] a command in few words
 * @property {(command: string) => string} [does] what who gives a command does, as the log tells it: `picks the red card`
 * @property {(command: string) => string | undefined} [toldBy] the event that says what a command does, even where it is
 *   not the first that came of it
 */

/** @typedef {{served: ServedGame, art: Art, rulebook: Rulebook}} Played a game with all that the page needs */

/** The games of the service, the usual one first. */
export const games = async () => (await post("hello", { client: "page" })).games;

/**
 * A game with all that the page needs to show it.
 * @param {ServedGame} served
 * @param {string} [bout]
 * @returns {Promise<Played>}
 */
export async function load(served, bout) {
  /** @type {Art} */
  const art = served.page ? await import(`/games/${served.name}/page.js`) : {};
  if (served.page) await styled(`/games/${served.name}/page.css`);
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
 * @param {string} [bout] a bout, for the cards that it is played with
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
