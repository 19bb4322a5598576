// What people may do besides playing: resign, offer or answer a draw, answer a request for a take-back, claim a bout
// that others have left, skip.

import { h } from "./dom.js";
import { confirmed } from "./shell.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Ask} Ask */
/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./dom.js").Tree} Tree */

/**
 * The state of the player in a seat: away, out, or replaced by an agent.
 * @param {import("./protocol.js").Chair} chair
 * @param {State} state
 */
export function presence(chair, state) {
  if (chair.resigned) return chair.agent ? `left; ${chair.agent} plays on` : "left";
  const isHere = !state.present || state.present.includes(chair.seat);
  return state.phase === "playing" && chair.person && chair.taken && !isHere ? "away" : "";
}

/**
 * What the person may answer now: an offered draw, a take-back that somebody asks for, or a bout that may be claimed.
 * @param {Table} table
 * @param {Ask} request
 */
export function appeals({ state, names, isBusy, cursor }, request) {
  const { you, draw_offered_by: offered, undo_asked_by: asking } = state;
  const answer = (/** @type {boolean} */ accept) => request("answer_undo", { at: cursor, accept });
  return section("appeals", "Requests", [
    offered && offered !== you && h("p", { key: "offered" }, drawTold(names[offered])),
    mustAnswer(state) && [
      button(isBusy, "Accept the draw", () => acceptDraw(request), "primary"),
      button(isBusy, "Decline", () => request("answer_draw", { accept: false })),
    ],
    asking && h("p", { key: "asking" }, asking === you ? ASKED : undoTold(names[asking])),
    state.must_answer_undo && [
      button(isBusy, "Agree", () => answer(true), "primary", "Agree to the take-back"),
      button(isBusy, "Refuse", () => answer(false), "quiet", "Refuse the take-back"),
    ],
    state.claimable && button(isBusy, "Claim the bout: the others have left", () => claim(request), "primary"),
  ]);
}

const ASKED = "You have asked to take back your last decision. It is taken back once everybody else has agreed.";
const drawTold = (/** @type {string} */ name) => `${name} offers a draw.`;
const undoTold = (/** @type {string} */ name) => `${name} asks to take back their last decision.`;

/**
 * What somebody has just asked this person, in a sentence; empty if nobody has.
 * @param {import("./protocol.js").Event[]} fresh
 * @param {State} state
 * @param {Record<string, string>} names
 */
export function appealIn(fresh, state, names) {
  const told = [
    mustAnswer(state) && happenedIn(fresh, "draw_offered") && drawTold(names[state.draw_offered_by ?? ""]),
    state.must_answer_undo && happenedIn(fresh, "undo_asked") && undoTold(names[state.undo_asked_by ?? ""]),
  ];
  return told.filter(Boolean).join(" ");
}

/**
 * @param {import("./protocol.js").Event[]} events
 * @param {import("./protocol.js").Event["kind"]} wanted
 */
const happenedIn = (events, wanted) => events.some(({ kind }) => kind === wanted);

/**
 * The ways to leave a bout; nothing if there are none.
 * @param {Table} table
 * @param {Ask} request
 * @param {(maySkip: boolean) => void} hurry
 */
export function partings({ state, isBusy, isHurried }, request, hurry) {
  return section("partings", "Leave the bout", [
    state.you && state.draw_offered_by === state.you && h("p", { key: "offered" }, "You have offered a draw."),
    mayHurry(state) && !isHurried && button(isBusy, "Skip to the end", () => hurry(Boolean(state.may_skip))),
    state.may_offer_draw && button(isBusy, "Offer a draw", () => request("offer_draw")),
    state.may_resign && button(isBusy, "Resign", () => resign(request, state.seats.length)),
  ]);
}

/**
 * @param {string} key
 * @param {string} label
 * @param {Tree[]} parts
 */
function section(key, label, parts) {
  const shown = parts.filter(Boolean);
  return shown.length > 0 && h("section", { class: "partings", key, "aria-label": label }, shown);
}

/**
 * @param {boolean} isBusy
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [name] for screen readers, if the text does not say enough; it begins with the text
 */
function button(isBusy, text, onclick, kind = "quiet", name) {
  return h("button", { class: `do ${kind}`, disabled: isBusy, "aria-label": name, onclick }, text);
}

/** @param {State} state */
const mustAnswer = ({ you, draw_offered_by: offered, must_answer_draw: must = true }) =>
  Boolean(you && offered && offered !== you && must);

/**
 * Whether the viewer may hurry: those who are out, or only watch, need not see each step.
 * @param {State} state
 */
function mayHurry({ you, view, may_skip: maySkip }) {
  return maySkip || (Boolean(you) && view.seats.some(({ seat, out }) => seat === you && out));
}

/**
 * @param {Ask} request
 * @param {number} seats
 */
async function resign(request, seats) {
  const text = seats > 2 ? "You lose, and an agent plays on for you." : "You lose.";
  if (await confirmed("Resign?", text, "Resign", "Play on")) request("resign");
}

/** @param {Ask} request */
async function acceptDraw(request) {
  const text = "The bout ends as soon as everybody has accepted.";
  if (await confirmed("Accept the draw?", text, "Accept", "Play on")) request("answer_draw", { accept: true });
}

/** @param {Ask} request */
async function claim(request) {
  const text = "Players who left count as resigned.";
  if (await confirmed("Claim the bout?", text, "Claim", "Keep waiting")) request("claim");
}
