// Scrolling to what a lesson marks, between the bar and a text that lies over the page.

const MARGIN = 8; // px

/**
 * Scroll so that the first group that fits on the screen is in view; the beginning of the last one if none does.
 * @param {Element[][]} groups
 * @param {Element | null} over what lies over the page, at its lower edge
 */
export function reveal(groups, over) {
  const shown = groups.map((some) => some.filter((element) => element.getClientRects().length)).filter((some) => some.length);
  for (const element of shown.flat()) element.scrollIntoView({ block: "nearest" }); // in columns that scroll for themselves
  const top = (document.getElementById("bar")?.getBoundingClientRect().bottom ?? 0) + MARGIN;
  const isOver = over && getComputedStyle(over).position === "sticky";
  const bottom = (isOver ? over.getBoundingClientRect().top : innerHeight) - MARGIN;
  const extents = shown.map(extentOf);
  const wanted = extents.find(([first, last]) => last - first <= bottom - top) ?? extents.at(-1);
  if (!wanted) return;
  const [first, last] = wanted;
  if (first < top || last - first > bottom - top) scrollBy(0, first - top);
  else if (last > bottom) scrollBy(0, last - bottom);
}

/**
 * The upper and the lower end of elements on the screen.
 * @param {Element[]} elements
 */
function extentOf(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  return [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))];
}
