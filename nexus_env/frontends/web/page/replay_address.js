// The address of a replay, #replay/<bout>/<step>: it leads to this step of a bout of the service.

import { decoded } from "./dead_end.js";

/** @typedef {{bout: string, step: number, eyes: string}} Place `eyes` is the point of view: everybody, nobody or a seat */

const EVERYBODY = "everybody";
const REST = 200; // ms
const EYES = /^(everybody|nobody|player_\d)$/;

/**
 * Parse an address. Without a bout, there is nothing to open.
 * @param {string} hash
 * @returns {Place}
 */
export function read(hash) {
  const [bout = "", step = "", eyes = ""] = hash.split("/").slice(1).map(decoded);
  return { bout, step: /^\d{1,5}$/.test(step) ? Number(step) : 0, eyes: EYES.test(eyes) ? eyes : EVERYBODY };
}

/**
 * The address of a place. It names any point of view except everybody's, since steps count what was seen.
 * @param {Place} place
 */
export function written({ bout, step, eyes }) {
  return ["#replay", encodeURIComponent(bout), step, ...(eyes === EVERYBODY ? [] : [eyes])].join("/");
}

let waiting = 0;

/**
 * Update the address once the page rests at a place, since browsers limit changes per second. This neither reloads the
 * page nor adds to the history.
 * @param {Place} place
 */
export function show(place) {
  clearTimeout(waiting);
  const address = written(place);
  if (!place.bout || location.hash === address) return;
  waiting = setTimeout(() => history.replaceState(null, "", address), REST);
}

/**
 * Why a bout has no replay, in a sentence.
 * @param {unknown} code the code of the refusal
 */
export function whyNone(code) {
  const told = new Map([
    ["unknown bout", "This service has no bout with this name."],
    ["not now", "This bout is not over yet; its replay opens when it is."],
  ]);
  return told.get(String(code));
}
