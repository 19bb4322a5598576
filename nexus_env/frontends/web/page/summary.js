// The contents of the bar: the progress of the bout, whose turn it is, and the state of each seat.

import { h } from "./dom.js";
import { badge } from "./emblems.js";
import { maybeTerm } from "./terms.js";
import { named } from "./words.js";

/**
 * @param {import("./protocol.js").View} view
 * @param {Record<string, string>} names
 * @param {import("./game.js").Played} game
 */
export function summary(view, names, { art, rulebook }) {
  const { round, scores = [], seats } = view;
  return [
    h("span", { class: "cycle", title: named(round.text, names) }, named(round.text, names)),
    round.seat && h("span", { class: "whose" }, badge(round.seat, 15), ` ${names[round.seat]}’s turn`),
    scores
      .filter(({ seat }) => seat === null)
      .map(({ name, value }) =>
        h("span", { class: "common", key: name, "data-pile": name }, art.token?.(22), h("b", {}, value), " ", maybeTerm(name, rulebook)),
      ),
    h(
      "span",
      { class: "line-ups" },
      seats.map((seat) =>
        h(
          "span",
          { key: seat.seat, class: `mini ${seat.seat}` },
          badge(seat.seat, 14),
          art.mini?.(seat, view) ?? h("b", {}, scores.find((row) => row.seat === seat.seat)?.value),
        ),
      ),
    ),
  ];
}
