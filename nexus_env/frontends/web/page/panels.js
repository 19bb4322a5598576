// The panel of each player, always in view: meters, counters, cards, states. And the visible hands.

import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { maybeTerm, term, withTerms } from "./terms.js";
import { capital, named } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {Record<string, string>} Names */

const FEW_SEATS = 2; // with more seats, only the names of cards are shown, so that all panels and the player's own hand fit

/** The placeholder for a number that is not known yet, or secret. */
export const UNKNOWN = [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "sr" }, "not known yet")];

/**
 * One player's panel.
 * @param {View} view
 * @param {string} name the seat's name
 * @param {Names} names
 * @param {import("./game.js").Played} game
 */
export function panel(view, name, names, { art, rulebook }, isUnderWay = true, note = "") {
  const seat = /** @type {Seat} */ (view.seats.find((row) => row.seat === name));
  const isAsked = isUnderWay && view.question.seat === name && !view.over;
  const isOwn = view.seat === name;
  return h(
    "section",
    {
      key: name,
      class: `panel ${name} ${isAsked ? "asked" : ""} ${seat.out ? "fallen" : ""}`,
      "aria-label": `${names[name]}${isOwn ? ", you" : ""}`,
    },
    h(
      "header",
      {},
      badge(name, 22),
      h("h2", {}, names[name], isOwn && h("small", {}, " you")),
      note && h("span", { class: "seat-note" }, note),
      isAsked && h("span", { class: "asked-mark", title: "decides now" }, "to decide"),
      art.panelHead?.(seat, view) ?? score(seat, view, rulebook),
    ),
    art.panel?.(seat, view, names) ?? inside(seat, view, names, rulebook),
  );
}

/**
 * The score of a seat.
 * @param {Seat} seat
 * @param {View} view
 * @param {import("./words.js").Rulebook} rulebook
 */
function score(seat, view, rulebook) {
  const row = view.scores?.find((other) => other.seat === seat.seat);
  return (
    row &&
    h(
      "span",
      { class: "score", "data-pile": `${seat.seat}:${row.name}`, title: row.name },
      h("b", {}, row.value),
      " ",
      maybeTerm(row.name, rulebook),
    )
  );
}

/**
 * @param {Seat} seat
 * @param {View} view
 * @param {Names} names
 * @param {import("./words.js").Rulebook} rulebook
 */
function inside(seat, view, names, rulebook) {
  const shown = view.scores?.find((row) => row.seat === seat.seat)?.name; // shown in the head
  const heap = (/** @type {string} */ name) => `${seat.seat}:${name}`;
  return h(
    "div",
    { class: "panel-lines" },
    seat.name && h("p", { class: "who", title: seat.name }, withTerms(named(seat.name, names), rulebook)),
    seat.meters.map(({ name, value, most }) =>
      h(
        "div",
        { class: "condition", key: name, "data-pile": heap(name), title: name },
        h("span", { class: "meter-name" }, maybeTerm(name, rulebook, capital(name))),
        h("span", { class: "bar" }, h("span", { class: "fill", style: `width: ${(100 * value) / (most || 1)}%` })),
        most > 0 ? [h("b", {}, value), h("span", { class: "of" }, `/${most}`)] : UNKNOWN,
      ),
    ),
    h(
      "p",
      { class: "belongings" },
      seat.counters
        .filter(({ name }) => name !== shown)
        .map(({ name, value }) => h("span", { key: name, "data-pile": heap(name) }, maybeTerm(name, rulebook, capital(name)), ` ${value}`)),
      seat.hands.map(({ name, size }) => h("span", { key: name, "data-pile": heap(name) }, maybeTerm(name, rulebook, capital(name)), `: ${size}`)),
    ),
    seat.marks.length > 0 &&
      h(
        "ul",
        { class: "states", "aria-label": "States" },
        seat.marks.map((mark) => h("li", { key: mark, class: mark }, withTerms(named(mark, names), rulebook))),
      ),
  );
}

/**
 * The visible cards: hands, the player's own first, and face-up cards.
 * @param {View} view
 * @param {import("./words.js").Rulebook} rulebook
 * @param {Names} names
 */
export function hands(view, rulebook, names) {
  const mineFirst = [...view.seats].sort(
    (one, other) => Number(other.seat === view.seat) - Number(one.seat === view.seat),
  );
  const held = mineFirst.flatMap(({ seat, hands: all }) =>
    all.map((hand) => ({
      ...hand,
      key: `${seat} ${hand.name}`,
      title: `${names[seat]}’s ${all.length > 1 ? hand.name : "hand"}${hand.cards.length < hand.size ? ", as far as known" : ""}`,
    })),
  );
  const shown = held.filter(({ cards }) => cards.length > 0);
  const open = view.piles.filter(({ cards }) => cards.length > 0);
  const isBrief = view.seats.length > FEW_SEATS;
  return (
    shown.length + open.length > 0 &&
    h(
      "section",
      { class: "hands", key: "hands", "aria-label": "Hands", tabindex: 0 },
      shown.map(({ key, title, cards, deck }) => [
        h("h3", { key: `whose ${key}` }, title),
        h(
          "ul",
          { key, class: isBrief ? "names-of-cards" : "" },
          cards.map((card) => (isBrief ? namedCard : shownCard)(card, rulebook.card(deck ?? "", card.id))),
        ),
      ]),
      open.map(({ name, cards, deck }) => [
        h("h3", { key: `open ${name}` }, `${capital(name)}, face up`),
        h(
          "p",
          { key: name, class: "open" },
          cards.map((card, place) => {
            const rule = rulebook.card(deck ?? "", card.id);
            return [place > 0 && ", ", rule ? term(rule.name, card.name) : card.name];
          }),
        ),
      ]),
    )
  );
}

/**
 * @param {Card} card
 * @param {import("./protocol.js").CardRule | undefined} rule
 */
const shownCard = (card, rule) =>
  h(
    "li",
    { key: card.id },
    h("b", {}, card.name),
    rule?.timing && h("span", { class: "timing" }, rule.timing),
    rule && h("p", { class: "text" }, rule.text),
  );

/**
 * A card by its name, which shows its rule.
 * @param {Card} card
 * @param {import("./protocol.js").CardRule | undefined} rule
 */
const namedCard = (card, rule) => h("li", { key: card.id }, rule ? term(rule.name, card.name) : card.name);
