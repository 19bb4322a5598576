// What people may do besides playing: resign, offer a draw or answer one, claim a bout that others have left, skip.

import { h } from "./dom.js";
import { confirmed } from "./shell.js";

/** What is to be said of who sits in a seat: away, out, or an agent plays on. */
export function presence(chair, state) {
  if (chair.resigned) return chair.agent ? `left; ${chair.agent} plays on` : "left";
  const isHere = !state.present || state.present.includes(chair.seat);
  return state.phase === "playing" && chair.person && chair.taken && !isHere ? "away" : "";
}

/** A draw that is offered, a bout that may be claimed, and the ways out of it; nothing where there is none. */
export function partings({ state, names, isBusy, isHurried }, request, hurry) {
  const button = (text, onclick, kind = "quiet") =>
    h("button", { class: `do ${kind}`, disabled: isBusy, onclick }, text);
  const offered = state.draw_offered_by;
  const parts = [
    offered &&
      h(
        "p",
        { key: "offered" },
        offered === state.you ? "You have offered a draw." : `${names[offered]} offers a draw.`,
      ),
    mustAnswer(state) && [
      button("Accept the draw", () => request("answer_draw", { accept: true }), "primary"),
      button("Decline it", () => request("answer_draw", { accept: false })),
    ],
    state.claimable && button("Claim the bout: the others have left", () => claim(request), "primary"),
    mayHurry(state) && !isHurried && button("Skip to the end", () => hurry(Boolean(state.may_skip))),
    state.may_offer_draw && button("Offer a draw", () => request("offer_draw")),
    state.may_resign && button("Resign", () => resign(request)),
  ].filter(Boolean);
  return (
    parts.length > 0 && h("section", { class: "partings", key: "partings", "aria-label": "Leave the bout" }, parts)
  );
}

const mustAnswer = ({ you, draw_offered_by: offered, must_answer_draw: must = true }) =>
  Boolean(you && offered && offered !== you && must);

/** Who is out, or only watches, need not wait for each step of the others. */
function mayHurry({ you, view, may_skip: maySkip }) {
  return maySkip || (Boolean(you) && view.helots.some((helot) => helot.seat === you && helot.standing !== "fit"));
}

async function resign(request) {
  const text = "You lose. With more than two seats an agent plays on for you.";
  if (await confirmed("Resign?", text, "Resign", "Play on")) request("resign");
}

async function claim(request) {
  const text = "Those who have left are taken to have resigned.";
  if (await confirmed("Claim the bout?", text, "Claim it", "Wait for them")) request("claim");
}
