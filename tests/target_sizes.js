// The targets on the page that are too small for a finger (WCAG 2.5.8): below 24 x 24 px, not in a sentence, and without
// enough room around them.
() => {
  const LEAST = 24;
  const CSS = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [tabindex='0']";
  const isIn = (one, other) => one !== other && (one.contains(other) || other.contains(one));
  const extentOf = (element) => {
    const label = element.matches("input[type=radio], input[type=checkbox]") && element.closest("label");
    const box = (label || element).getBoundingClientRect();
    return { element: label || element, box, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  };
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility() && !element.disabled;
  };
  const isRegion = (element) => element.matches(".log, .panels, .now, .hands, .contents, .board-text, main");
  const isInSentence = (element) => {
    const text = element.closest("p, li, dd, dt, small, td, h2, .deed, .line, label, figcaption");
    const whole = text?.textContent?.trim() ?? "";
    return element.matches("a, .term") && (element.closest(".log") !== null || whole.length > 1.3 * (element.textContent ?? "").trim().length + 6);
  };
  const isCell = (element) => element.matches("svg *"); // the essence of a board, whose cells are given
  const all = [...document.querySelectorAll(CSS)].filter((element) => isShown(element) && !isRegion(element) && !isCell(element)).map(extentOf);
  const isSmall = ({ box }) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5;
  const far = (one, other) => {
    if (isSmall(other)) return Math.hypot(one.x - other.x, one.y - other.y) >= LEAST - 0.5;
    const dx = Math.max(other.box.left - one.x, 0, one.x - other.box.right);
    const dy = Math.max(other.box.top - one.y, 0, one.y - other.box.bottom);
    return Math.hypot(dx, dy) >= LEAST / 2 - 0.5;
  };
  return all
    .filter((one) => isSmall(one) && !isInSentence(one.element))
    .filter((one) => !all.every((other) => isIn(one.element, other.element) || one.element === other.element || far(one, other)))
    .map(({ element, box }) => `${element.tagName} ${element.className} "${element.textContent?.trim()}" ${Math.round(box.width)}x${Math.round(box.height)}`);
}
