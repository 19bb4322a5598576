// The log of a bout: what happened, in sentences.

import { h } from "./dom.js";
import { linesOf } from "./rolls.js";
import { badge } from "./symbols.js";

const MOST_SHOWN = 150;
// Happenings whose sentence says who did what.
const SPEAKING = new Set(["played", "canceled", "unique", "draft", "ability"]);

/** The events of a bout as they stand: a decision that was taken back takes with it what came after. */
export function standing(events) {
  const found = [];
  for (const event of events) {
    if (event.kind === "undone") {
      let turns = 0;
      const first = found.findIndex((other) => other.kind === "turn" && ++turns > event.turns);
      if (first >= 0) found.splice(first);
    }
    found.push(event);
  }
  return found;
}

/** The log; one that `isLive` is read out by screen readers as it grows. */
export function log(events, names, rulebook, isLive = true) {
  const shown = events.slice(-MOST_SHOWN);
  return h(
    "ol",
    { class: "log", role: isLive ? "log" : "list", "aria-label": "What has happened", tabindex: 0 },
    events.length > shown.length &&
      h(
        "li",
        { key: "earlier", class: "note" },
        `${events.length - shown.length} earlier entries stand in the transcript.`,
      ),
    shown.map((event) => entry(event, names, rulebook)),
  );
}

function entry(event, names, rulebook) {
  if (event.kind === "joined") return note(event, `${names[event.seat]} sits down.`);
  if (event.kind === "undone") return note(event, `${names[event.seat]} takes a decision back.`);
  if (event.kind === "next") return note(event, "The next bout is open.");
  const lines = linesOf(event, names).filter((line) => line.kind !== "command");
  const deed = SPEAKING.has(lines[0]?.kind) ? lines.shift().text : said(event, names, rulebook);
  return h(
    "li",
    { key: event.cursor, class: `turn ${event.seat}` },
    h(
      "p",
      { class: "deed" },
      event.seat.startsWith("player") && badge(event.seat, 14),
      " ",
      deed,
      event.by_clock && h("em", {}, " (the time was up)"),
    ),
    lines.map((line, place) =>
      h("p", { key: place, class: `line told-${line.kind}` }, line.text.replace(/^-+ | -+$/g, "")),
    ),
  );
}

const note = (event, text) => h("li", { key: event.cursor, class: "note" }, text);

/** A decision in words, where what came of it does not say it. */
function said(event, names, rulebook) {
  const who = names[event.seat] ?? "The dice";
  if (event.command === undefined) return `${who} keeps a card.`;
  if (event.command === "pass") return `${who} passes.`;
  const command = event.command
    .replace(/player_[0-3]/g, (seat) => names[seat] ?? seat)
    .replace(/^(keep|play|steal) card (\d+)$/, (words, verb, number) => {
      const card = rulebook?.card("influence", Number(number));
      return card ? `${verb} ${card.name}` : words;
    });
  return `${who}: ${command}.`;
}
