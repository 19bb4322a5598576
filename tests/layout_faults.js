// What is wrong with the layout of a page: it is wider than the screen, texts are cut off where nobody can scroll to them,
// or lie under something else. What sticks to an edge of the screen, and what scrolls, may cover texts.
() => {
  const STICKING = ".tools, .coach, .outlook, header, .bar, .begin, dialog, .notices, .closer";
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);

  const scrolls = (style, axis) => ["auto", "scroll"].includes(style[`overflow${axis}`]);
  const cuts = (style, axis) => ["hidden", "clip"].includes(style[`overflow${axis}`]);
  const named = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;

  /** What can be seen of a box inside its ancestors; and whether some of it can never be seen. */
  function seen(box, element) {
    let { left, top, right, bottom } = box;
    let cut = "";
    for (let outer = element; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.position === "fixed") break;
      const frame = outer.getBoundingClientRect();
      const [wide, high] = [scrolls(style, "X"), scrolls(style, "Y")];
      if (cuts(style, "X") && !wide && (left < frame.left - 1.5 || right > frame.right + 1.5)) cut ||= named(outer);
      if (cuts(style, "Y") && !high && (top < frame.top - 1.5 || bottom > frame.bottom + 1.5)) cut ||= named(outer);
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom, cut };
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.nodeValue.trim() || !element.checkVisibility({ opacityProperty: true }) || element.closest(".sr, .skip, script, style, option, title, desc")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const text = `"${node.nodeValue.trim().slice(0, 40)}" in ${named(element)}`;
      const part = seen(box, element);
      if (part.cut && !element.closest(".cycle")) found.push(`${text} is cut off by ${part.cut}`);
      const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
      if (part.right - part.left < 2 || part.bottom - part.top < box.height / 2) continue; // scrolled away
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      if (element.closest("svg")) continue; // drawings lie over each other
      const over = document.elementFromPoint(x, y);
      if (!over || over.contains(element) || element.contains(over) || over.closest(STICKING) || over.closest("label")?.contains(element)) continue;
      found.push(`${text} lies under ${named(over)}`);
    }
  }
  return [...new Set(found)];
}
