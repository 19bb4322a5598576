// The address of a replay, #replay/<bout>/<step>: it leads to this step of a bout that the service has kept.

import { decoded } from "./dead_end.js";

/** @typedef {{bout: string, step: number, eyes: string}} Place `eyes` are those of everybody, of nobody or of a seat */

const EVERYBODY = "everybody";
const REST = 200; // ms
const EYES = /^(everybody|nobody|player_\d)$/;

/**
 * Where an address leads. Without a bout there is nothing to open yet.
 * @param {string} hash
 * @returns {Place}
 */
export function read(hash) {
  const [bout = "", step = "", eyes = ""] = hash.split("/").slice(1).map(decoded);
  return { bout, step: /^\d{1,5}$/.test(step) ? Number(step) : 0, eyes: EYES.test(eyes) ? eyes : EVERYBODY };
}

/**
 * The address of a place; steps are counted by what the eyes saw, so others than everybody's stand in it.
 * @param {Place} place
 */
export function written({ bout, step, eyes }) {
  return ["#replay", encodeURIComponent(bout), step, ...(eyes === EVERYBODY ? [] : [eyes])].join("/");
}

let waiting = 0;

/**
 * Show in the address where the page is, as soon as it rests there: browsers take few changes a second. The page is
 * not loaded anew by that, and there is nothing to go back to.
 * @param {Place} place
 */
export function show(place) {
  clearTimeout(waiting);
  const address = written(place);
  if (!place.bout || location.hash === address) return;
  waiting = setTimeout(() => history.replaceState(null, "", address), REST);
}

/**
 * Why a bout has no replay, as a sentence for people.
 * @param {unknown} code of the refusal
 */
export function whyNone(code) {
  const told = new Map([
    ["unknown bout", "This service has no bout with this name."],
    ["not now", "This bout is not over yet; its replay opens when it is."],
  ]);
  return told.get(String(code));
}
