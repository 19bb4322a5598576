// Menus that cover the page: they close by Escape, by a click or the focus elsewhere, and by one of their links.

/** The open menus. */
const open = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

/**
 * Close the open menus, except one that a target is in.
 * @param {EventTarget | null} target
 */
function closeAllBut(target) {
  for (const menu of open()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  for (const menu of open()) {
    const isInside = menu.contains(document.activeElement);
    menu.open = false;
    if (isInside) menu.querySelector("summary")?.focus();
    event.stopPropagation(); // it takes back nothing else
  }
}

/** Let all menus of the page, now and later, close. */
export function closeMenus() {
  document.addEventListener("pointerdown", ({ target }) => closeAllBut(target));
  document.addEventListener("focusin", ({ target }) => closeAllBut(target));
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("details.menu a")) closeAllBut(null);
  });
}
