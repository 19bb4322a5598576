// A curve over a bout, one line per player, to see where the bout turned.

import { h } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 110;
const DASHES = ["", "9 5", "3 4", "12 4 3 4"];

/** @typedef {number | null | undefined} Value null or undefined if unknown */
/** @typedef {{name: string, className: string, values: Value[]}} Line */

/**
 * @param {object} what
 * @param {string} what.title
 * @param {Line[]} what.series
 * @param {[number, number]} what.range the least and the greatest value to draw
 * @param {number} what.zero the value of the middle line
 * @param {number} what.at the current turn
 * @param {number} what.last the last turn
 * @param {number[]} [what.marks] turns to mark
 * @param {(turn: number) => void} what.onSeek receives a chosen turn
 */
export function curve({ title, series, range, zero, at, last, marks = [], onSeek }) {
  const across = (/** @type {number} */ turn) => (WIDTH * turn) / Math.max(1, last);
  const down = (/** @type {number} */ value) => HEIGHT - (HEIGHT * (value - range[0])) / (range[1] - range[0] || 1);
  const now = series.map((line) => `${line.name} ${shown(line.values[at])}`).join(", ");
  return h(
    "figure",
    { class: "curve", key: title },
    h(
      "figcaption",
      {},
      h("b", {}, title),
      series.map((line, place) =>
        h(
          "span",
          { key: line.name, class: line.className },
          h(
            "svg",
            { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" },
            h("path", { class: "stroke", d: "M1 4 H27", "stroke-dasharray": DASHES[place % 4] }),
          ),
          `${line.name} `,
          h("b", {}, shown(line.values[at])),
        ),
      ),
    ),
    h(
      "svg",
      {
        class: "curve-lines",
        viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${title}: ${now}`,
        onclick: (event) =>
          onSeek(
            Math.round(
              (last * (event.clientX - event.currentTarget.getBoundingClientRect().left)) /
                event.currentTarget.clientWidth,
            ),
          ),
      },
      h("path", { class: "zero", d: `M0 ${down(zero)} H${WIDTH}` }),
      marks.map((turn) => h("path", { key: `mark ${turn}`, class: "swing-mark", d: `M${across(turn)} -4 V${HEIGHT + 4}` })),
      series.map((line, place) =>
        h("path", {
          key: line.name,
          class: `stroke ${line.className}`,
          d: way(line.values, across, down),
          "stroke-dasharray": DASHES[place % 4],
        }),
      ),
      h("path", { class: "cursor", d: `M${across(at)} -4 V${HEIGHT + 4}` }),
    ),
  );
}

const shown = (/** @type {Value} */ value) =>
  value === null || value === undefined
    ? "–"
    : (Number.isInteger(value) ? String(value) : value.toFixed(2)).replace(/^-0(\.0+)?$/, "0$1").replace("-", "−");

/**
 * The line through the known values.
 * @param {Value[]} values
 * @param {(turn: number) => number} across
 * @param {(value: number) => number} down
 */
function way(values, across, down) {
  let pen = "M";
  return values
    .map((value, turn) => {
      if (value === null || value === undefined) return "";
      const part = `${pen}${across(turn).toFixed(1)} ${down(value).toFixed(1)}`;
      pen = "L";
      return part;
    })
    .join(" ");
}
