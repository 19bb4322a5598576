// What the tests of the page ask in the browser: each answers with the faults that it finds.

/** Controls and pictures without a name. */
export function nameless() {
  const kinds = "button, a, input, select, summary, [role=img], [role=grid], [role=gridcell]";
  const name = (found) => found.getAttribute("aria-label") || found.labels?.[0]?.textContent || found.textContent || "";
  return [...document.querySelectorAll(kinds)]
    .filter((found) => found.checkVisibility() && !name(found).trim())
    .map((found) => found.outerHTML);
}

/** Texts that do not stand out against what is behind them: WCAG 2, level AA. */
export function pale() {
  const texts = [...document.querySelectorAll("body *:not(svg *, dialog *, .sr, .skip)")].filter(
    (found) => found.checkVisibility() && !found.closest(":disabled, [aria-disabled=true]") && hasText(found),
  );
  return texts.flatMap((found) => {
    const style = getComputedStyle(found);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
    const ratio = contrast(style.color, behind(found));
    return ratio < needed ? [`${ratio.toFixed(2)}: ${found.className} "${found.textContent.trim().slice(0, 40)}"`] : [];
  });
}

/** What has the focus, if something else lies over it; null if it can be seen. */
export function covered() {
  const found = document.activeElement;
  const box = (found.matches("input[type=radio]") ? found.closest("label") : found).getBoundingClientRect();
  const heights = found === document.body ? [] : [box.top + 3, box.top + box.height / 2, box.bottom - 3];
  const over = heights
    .map((y) => document.elementFromPoint(box.left + box.width / 2, y))
    .find((at) => !at || !(found.contains(at) || at.contains(found) || at.closest("label")?.contains(found)));
  return over === undefined ? null : `${found.outerHTML} below ${over?.outerHTML}`;
}

const hasText = (found) =>
  [...found.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.nodeValue.trim());

/** The first color behind an element that hides what is behind it. */
function behind(found) {
  for (let box = found; box; box = box.parentElement) {
    const color = getComputedStyle(box).backgroundColor;
    if (rgba(color)[3] > 230) return color;
  }
  return getComputedStyle(document.documentElement).backgroundColor;
}

const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** A color in any notation as four numbers of 0 to 255. */
function rgba(color) {
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  return paint.getImageData(0, 0, 1, 1).data;
}

function luminance(color) {
  const parts = [...rgba(color)].slice(0, 3).map((part) => part / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((less, more) => less - more);
  return (light + 0.05) / (dark + 0.05);
}
