// The log of a bout, in sentences.

import { h } from "./dom.js";
import { linesOf } from "./rolls.js";
import { badge } from "./emblems.js";
import { counted, entriesOf, joined } from "./steps_told.js";
import { withTerms } from "./terms.js";
import { capital, there } from "./words.js";

const MOST_SHOWN = 150;
const ALMOST = 20; // px from the end that count as the end

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./game.js").Played} Played */
/** @typedef {Record<string, string>} Names */
/** @typedef {Event & {seat: string}} Told an event; its seat is empty if it has none */

const UNDONE = new Set(["turn", "undo_asked", "undo_answered", "undone"]);

/**
 * The events of a bout without those that were undone; what people did besides, such as resigning, stands.
 * @param {Event[]} events
 */
export function standing(events) {
  /** @type {Event[]} */
  const found = [];
  for (const event of events) {
    if (event.kind === "undone") {
      let turns = 0;
      const first = found.findIndex((other) => other.kind === "turn" && ++turns > (event.turns ?? 0));
      if (first >= 0) found.push(...found.splice(first).filter(({ kind }) => !UNDONE.has(kind)));
    }
    found.push(event);
  }
  return found;
}

/** @type {WeakSet<Element>} */
const readAbove = new WeakSet(); // the reader has scrolled up
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => toEnd(target)));

/**
 * Keep the end of the log in view as it grows or changes its size.
 * @param {Element} root
 * @param {boolean} [isAsked] even if the reader has scrolled up
 */
export function followLog(root, isAsked = false) {
  const list = there(root.querySelector(".log"));
  sizes.observe(list);
  if (isAsked) readAbove.delete(list);
  toEnd(list);
}

/** @param {Element} list */
function toEnd(list) {
  if (!readAbove.has(list)) list.scrollTop = list.scrollHeight;
}

/** @param {Element} list */
function noteReading(list) {
  const isAbove = list.scrollHeight - list.clientHeight - list.scrollTop > ALMOST;
  if (isAbove) readAbove.add(list);
  else readAbove.delete(list);
}

/**
 * The log; with `isLive`, screen readers announce new entries.
 * @param {Event[]} events
 * @param {Names} names
 * @param {Played} game
 */
export function log(events, names, { art, rulebook }, isLive = true) {
  const shown = events.slice(-MOST_SHOWN);
  return h(
    "div",
    {
      class: "log",
      role: isLive ? "log" : "region",
      "aria-label": "Log",
      tabindex: 0,
      "data-events": events.length,
      onscroll: ({ currentTarget }) => noteReading(currentTarget),
    },
    !events.length && h("p", { class: "quiet", key: "nothing" }, "Nothing has happened yet."),
    h(
      "ol",
      { role: "list" },
      events.length > shown.length &&
        h(
          "li",
          { key: "earlier", class: "note" },
          `The transcript has ${events.length - shown.length} earlier entries.`,
        ),
      entriesOf(shown.map((event) => ({ ...event, seat: event.seat ?? "" }))).map((walk) => entry(walk, names, art, rulebook)),
    ),
  );
}

/**
 * @param {Told[]} walk an event, or the steps of a walk
 * @param {Names} names
 * @param {Played["art"]} art
 * @param {Played["rulebook"]} rulebook
 */
function entry(walk, names, art, rulebook) {
  const event = joined(walk);
  const told = NOTES[event.kind]?.(event, names);
  if (told) return note(event, told);
  const lines = linesOf(event, names);
  const lead = leadOf(event, lines, art);
  const deed = lead?.text ?? said(walk, names, art, rulebook);
  const rest = lines.filter((line) => line !== lead);
  return h(
    "li",
    { key: event.cursor, class: `turn ${event.seat.startsWith("player") ? event.seat : "of-dice"}` },
    h(
      "p",
      { class: "deed" },
      event.seat.startsWith("player") && badge(event.seat, 14),
      h("span", {}, withTerms(deed, rulebook), decided(event, names)),
    ),
    rest.map((line, place) =>
      h(
        "p",
        { key: place, class: `line told-${line.kind}` },
        withTerms(line.text.replace(/^-+ | -+$/g, ""), rulebook),
      ),
    ),
  );
}

/**
 * The line that reports the decision, if any: the first, or the one that the game names.
 * @template {{kind: string, isDeed: boolean}} Line
 * @param {Told} event
 * @param {Line[]} lines
 * @param {Played["art"]} art
 * @returns {Line | undefined}
 */
function leadOf({ command, seat }, lines, { toldBy }) {
  if (command === "pass") return undefined;
  if (lines[0]?.isDeed || seat === "dice") return lines[0]; // a dictated die
  const kind = command && toldBy?.(command);
  return kind ? lines.find((line) => line.kind === kind) : undefined;
}

/**
 * What people did besides playing, in sentences.
 * @type {{[kind in Event["kind"]]?: (event: Told, names: Names) => string}}
 */
const NOTES = {
  joined: ({ seat }, names) => `${names[seat]} sits down.`,
  undo_asked: ({ seat }, names) => `${names[seat]} asks to take back a decision.`,
  undo_answered: ({ seat, accepted }, names) => `${names[seat]} ${accepted ? "agrees to" : "refuses"} the take-back.`,
  undone: ({ seat, consented = [] }, names) =>
    `${names[seat]} takes back a decision.` +
    (consented.length ? ` ${consented.map((other) => names[other]).join(" and ")} agreed.` : ""),
  next: () => "The next bout is open.",
  resigned: ({ seat, by }, names) => `${names[seat]} resigns.${by ? ` ${capital(by)} plays on.` : ""}`,
  claimed: ({ seat, left = [], by }, names) =>
    `${left.map((other) => names[other]).join(" and ") || "The others"} left; ${names[seat]} claims the bout.` +
    (by ? ` ${capital(by)} plays on.` : ""),
  draw_offered: ({ seat }, names) => `${names[seat]} offers a draw.`,
  draw_answered: ({ seat, accepted }, names) => `${names[seat]} ${accepted ? "accepts" : "declines"} the draw.`,
  skipped: ({ seat }, names) => `${names[seat]} skips to the end.`,
};

/**
 * Who decided, if not the seat's own player.
 * @param {Told} event
 * @param {Names} names
 */
function decided({ seat, by, by_clock: byClock, instead_of: absent }, names) {
  const isOwn = !by || names[seat]?.replace(/ \d$/, "").toLowerCase() === by.toLowerCase();
  const parts = [
    byClock && "time ran out",
    (!isOwn || absent) && by && (absent ? `${by} decided for ${absent}` : `${by} decided`),
  ].filter(Boolean);
  return parts.length > 0 && h("em", {}, ` (${parts.join("; ")})`);
}

/**
 * @param {Told} event
 * @param {string} text
 */
const note = (event, text) => h("li", { key: event.cursor, class: "note" }, text);

/**
 * A decision in words, or those of a walk, if their consequences do not report them.
 * @param {Told[]} walk
 * @param {Names} names
 * @param {Played["art"]} art
 * @param {Played["rulebook"]} rulebook
 */
function said(walk, names, { said: spoken = plainly, does, secret = "decides in secret" }, rulebook) {
  const [event] = walk;
  const who = names[event.seat] ?? "The dice";
  if (event.command === undefined) return `${who} ${secret}.`;
  if (event.command === "pass") return `${who} passes.`;
  const commands = walk.map(({ command = "" }) => command);
  const deeds = does ? commands.map(does).filter(Boolean) : [];
  if (deeds.length === commands.length) return `${who} ${counted(deeds)}.`;
  const words = counted(commands.map((command) => spoken(command, rulebook)));
  return `${who}: ${words.replace(/player_\d/g, (seat) => names[seat] ?? seat)}.`;
}

const plainly = (/** @type {string} */ command) => command;
