// What to do now at a table: take a seat, decide, wait, or look at the result.

import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { passing } from "./passing.js";
import { appeals, partings } from "./people.js";
import { reasonsList } from "./reasons.js";
import { written } from "./replay_address.js";
import { ROOT } from "./root.js";
import { waitingRoom } from "./waiting.js";
import { named } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function now(table) {
  const { phase } = table.state;
  if (phase === "open") return waitingRoom(table, (event) => table.join(event));
  if (phase === "over") return result(table);
  /** @type {import("./table.js").Ask} */
  const request = (type, fields) => table.request(type, fields);
  return [
    appeals(table, request),
    clock(table),
    table.forced.draw(),
    table.isAsked ? table.chooser.draw(table.isBusy || !table.mayAct) : waiting(table),
    table.walker.draw(),
    passing(table),
    table.counsel.tools(undoButton(table)),
    table.counsel.more(),
    partings(table, request, (maySkip) => table.hurry(maySkip)),
    table.isAsked && whyNot(table),
  ];
}

/** @param {Table} table */
export function waiting({ state, names }) {
  const { seat, text } = state.view.question;
  return h(
    "div",
    { class: "ask waiting", key: "waiting" },
    h("h2", { tabindex: -1 }, state.you ? "Wait" : "You are watching"),
    h("p", {}, seat?.startsWith("player") && badge(seat), " ", named(text, names)),
  );
}

/** @param {Table} table */
const whyNot = (table) =>
  h(
    "details",
    { class: "why", key: "why", ontoggle: (event) => table.loadReasons(event.currentTarget.open) },
    h("summary", {}, "What you cannot do now, and why"),
    table.reasons
      ? reasonsList(table.reasons, table.names, table.game.rulebook)
      : h("p", { class: "quiet" }, "A moment…"),
  );

/** @param {Table} table */
function clock({ state, arrived, game }) {
  if (state.seconds_left === undefined) return null;
  const left = Math.max(0, Math.ceil(state.seconds_left - (performance.now() - arrived) / 1000));
  return h(
    "p",
    { class: `clock ${left <= 10 ? "short" : ""}`, key: "clock", role: "timer" },
    h("b", {}, left),
    ` seconds left, then ${game.served.fallback} decides`,
  );
}

/**
 * Take back a decision, or ask the other people whether one may.
 * @param {Table} table
 */
function undoButton(table) {
  const { may_undo: may, may_ask_undo: mayAsk } = table.state;
  if (!may && !mayAsk) return null;
  return h(
    "button",
    {
      class: "undo",
      key: "undo",
      "aria-label": may ? "Take back my last decision" : "Ask to take back my last decision",
      disabled: table.isBusy || table.isShowing,
      onclick: () => {
        table.forced.hold(); // otherwise, the undone command would be played again
        table.request(may ? "undo" : "ask_undo", { at: table.cursor });
      },
    },
    may ? "Take back" : "Ask to take back",
  );
}

/** @param {Table} table */
export function result(table) {
  const { view, result: worth, you, next, note } = table.state;
  const mine = worth?.[table.state.seats.findIndex((chair) => chair.seat === you)];
  const title = mine === undefined ? "The bout is over" : mine > 0 ? "Victory" : mine < 0 ? "Defeat" : "Draw";
  return h(
    "div",
    { class: "ask over", key: "over" },
    h("h2", { tabindex: -1 }, title),
    h("p", {}, named(view.result ?? "", table.names)),
    note && note !== view.result && h("p", { class: "quiet" }, note),
    scores(table),
    h(
      "div",
      { class: "buttons" },
      table.key &&
        !note &&
        h(
          "button",
          { class: "do primary", disabled: table.isBusy, onclick: () => table.again() },
          next ? "Next bout" : "Play again",
        ),
      table.isKept && [
        h(
          "a",
          { key: "watch", class: "do", href: `${ROOT}${written({ bout: table.bout, step: 0, eyes: "everybody" })}` },
          "Watch the replay",
        ),
        h("button", { key: "save", class: "do", onclick: () => table.save() }, "Download the transcript"),
      ],
      h("a", { class: "do", href: ROOT }, "New bout"),
    ),
    undoButton(table),
  );
}

/** @param {Table} table */
function scores({ state: { view }, names, game }) {
  const all = [...(view.scores ?? [])].sort((one, other) => other.value - one.value);
  if (!all.length) return null;
  const ofSeats = all.flatMap(({ seat, name, value }) => (seat === null ? [] : [{ seat, name, value }]));
  const ofNobody = all.filter(({ seat }) => seat === null);
  return h(
    "table",
    {},
    h("caption", {}, `Final ${ofSeats[0]?.name ?? "scores"}`),
    h(
      "tbody",
      {},
      ofSeats.map(({ seat, value }) =>
        h(
          "tr",
          { key: seat, class: view.winners.includes(seat) ? "winner" : "" },
          h("th", { scope: "row" }, badge(seat), ` ${names[seat]}`),
          h("td", {}, value),
        ),
      ),
      ofNobody.map(({ name, value }) =>
        h("tr", { key: name }, h("th", { scope: "row" }, game.art.token?.(16), ` ${name}`), h("td", {}, value)),
      ),
    ),
  );
}
