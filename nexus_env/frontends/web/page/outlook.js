// What the current command would reach and see, in words below the board.

import { sightSign } from "./board.js";
import { h } from "./dom.js";
import { named, plural } from "./words.js";

/** @typedef {import("./protocol.js").Sight} Sight */

/**
 * The words; nothing if the command has nothing to show.
 * @param {Sight[]} sights
 * @param {Record<string, string>} names
 */
export function outlook(sights, names) {
  const seen = sights.filter(({ kind }) => kind !== "reach");
  const reached = new Set(sights.map(({ cell }) => cell)).size;
  return (
    sights.length > 0 &&
    h(
      "section",
      { class: "outlook", key: "outlook", "aria-label": "Reach" },
      h(
        "ul",
        {},
        seen.map(({ cell, kind, text }) => h("li", { key: `${cell} ${text}` }, sign(kind), h("span", {}, named(text || kind, names)))),
        h("li", { key: "reach" }, h("i", { class: "reach-sign" }), h("span", {}, `${plural(reached, "space")} within reach`)),
      ),
    )
  );
}

/** @param {string} kind */
const sign = (kind) => h("svg", { viewBox: "-20 -20 40 40", width: 16, height: 16, "aria-hidden": "true" }, sightSign(kind));
