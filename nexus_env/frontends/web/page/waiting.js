// Before a bout: the players, the terms, a free seat, and the links to send.

import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { addressAt } from "./root.js";
import { memory } from "./shell.js";
import { share } from "./sharing.js";
import { capital, plural } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./protocol.js").Field} Field */
/** @typedef {(event: SubmitEvent & {currentTarget: HTMLFormElement}) => void} Join */

/**
 * The room in which people wait until every seat is taken.
 * @param {Table} table
 * @param {Join} join takes the free seat with the name in the form
 */
export function waitingRoom(table, join) {
  const { state, names, key, bout, game } = table;
  const link = addressAt(`bout/${bout}`);
  const free = state.seats.filter((chair) => !chair.taken);
  const mayJoin = !key && location.hash !== "#watch";
  return h(
    "div",
    { class: "ask waiting-room", key: "waiting-room" },
    h("h2", { tabindex: -1 }, mayJoin ? "A seat is free" : "Waiting for players"),
    h(
      "ul",
      { class: "chairs" },
      state.seats.map((chair) =>
        h("li", { key: chair.seat }, badge(chair.seat), ` ${names[chair.seat]}`, chair.seat === state.you && " (you)"),
      ),
    ),
    mayJoin && seatForm(table, join),
    state.agreed && [h("h3", { key: "agreed" }, "Options"), agreements(state.agreed, game.served)],
    h(
      "p",
      {},
      `The bout begins when ${plural(free.length, "more person has", "more people have")} joined. Send this link:`,
    ),
    share(link, "the link to the free seats"),
    h("p", {}, "Spectators use this link:"),
    share(`${link}#watch`, "the link for spectators"),
  );
}

/**
 * @param {Table} table
 * @param {Join} join
 */
function seatForm(table, join) {
  return h(
    "form",
    { class: "join", onsubmit: join },
    h(
      "label",
      {},
      "Your name",
      h("input", {
        name: "name",
        maxlength: 40,
        autocomplete: "nickname",
        value: table.typed ?? memory.get("name") ?? "",
        oninput: (event) => {
          table.typed = event.currentTarget.value;
        },
      }),
    ),
    h("button", { class: "do primary" }, "Take the seat"),
  );
}

/**
 * The terms of a bout, which players accept by joining.
 * @param {import("./protocol.js").Agreed} agreed
 * @param {import("./protocol.js").ServedGame} game
 */
export function agreements({ dice, clock, undo, time, away, advice, options = {} }, { title, form, fallback }) {
  /** @type {(string[] | undefined)[]} */
  const rows = [
    ["Game", title],
    ["Dice", dice === "own" ? "players roll their own and enter the results" : "rolled by the service"],
    ["Clock", clock ? `${plural(clock, "second")} for a decision, then ${fallback} decides` : "none"],
    ["Take-backs", undo ? "yes, if everybody else agrees" : "no"],
    ["Hints, and who is ahead", advice ? "agents may be asked" : "no"],
    time ? ["Thinking time of agents", plural(time, "second")] : undefined,
    away ? ["Absence that counts as leaving", plural(away, "second")] : undefined,
    ...Object.entries(options).map(([name, value]) => optionRow(name, value, form)),
  ];
  return h(
    "dl",
    { class: "agreed", key: "agreements" },
    rows
      .filter((row) => row !== undefined)
      .map(([name, value]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value))),
  );
}

/**
 * An option and its value, with their names in the game's form.
 * @param {string} name
 * @param {unknown} value
 * @param {Field[]} form
 */
function optionRow(name, value, form) {
  const field = form.find((one) => one.name === name);
  const way = field?.ways.find((one) => one.value === value);
  const text = field?.kind === "switch" && way ? (way === field.ways[1] ? "yes" : "no") : (way?.text ?? spelled(value));
  return [field?.title ?? capital(name.replaceAll("_", " ")), text];
}

/**
 * The value of an option in words.
 * @param {unknown} value
 * @returns {string}
 */
function spelled(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(spelled).join(", ") || "none";
  if (value && typeof value === "object")
    return (
      Object.entries(value)
        .map(([name, part]) => `${name.replaceAll("_", " ")} ${spelled(part)}`)
        .join(", ") || "none"
    );
  return String(value ?? "none");
}
