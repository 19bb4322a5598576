// The page as a function of its data: `h` describes elements, `patch` updates the document to match.
// Elements that remain are kept, so focus, scrolling and transitions survive.

const SVG = "http://www.w3.org/2000/svg";
// What a person changes in a field is set again by each drawing. What they open (`open`) stays: its event comes later than
// the click, and a drawing in between knows nothing of it.
const AS_PROPERTY = new Set(["value", "checked", "selected"]);

/** @typedef {import("./tree.js").Described} Described */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {HTMLElementTagNameMap & Omit<SVGElementTagNameMap, keyof HTMLElementTagNameMap>} Tags */
/** @typedef {GlobalEventHandlersEventMap} Events */

/**
 * @template Target
 * @typedef {{currentTarget: Target}} At
 */

/**
 * The event handlers of an element; `currentTarget` is the element itself.
 * @template {keyof Tags} Tag
 * @typedef {{[Name in keyof Events as `on${Name}`]?: (event: Events[Name] & At<Tags[Tag]>) => void}} Handlers
 */

/** @type {WeakMap<Node, Described>} */
const drawn = new WeakMap(); // the last description of each element

/**
 * An element.
 * @template {keyof Tags} Tag
 * @param {Tag} tag
 * @param {Handlers<Tag> & Record<string, unknown>} attributes `onclick` etc. are functions, `key` distinguishes siblings
 * @param {...Tree} children
 * @returns {Described}
 */
export function h(tag, attributes, ...children) {
  return { tag, attributes, children };
}

/**
 * Update the children of an element to match a tree.
 * @param {Element} parent
 * @param {...Tree} tree
 */
export function patch(parent, ...tree) {
  const wanted = partsOf(tree);
  const spare = [...parent.childNodes];
  const nodes = wanted.map((part) => take(spare, part) ?? make(part, parent));
  for (const node of spare) node.remove();
  nodes.forEach((node, place) => {
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] ?? null);
    update(node, wanted[place]);
  });
}

/**
 * The elements and texts of a tree in order; null, undefined and false are skipped.
 * @param {Tree[]} trees
 * @returns {(Described | string | number)[]}
 */
function partsOf(trees) {
  return trees.flatMap((part) => {
    if (part === null || part === undefined || part === false) return [];
    return Array.isArray(part) ? partsOf(part) : [part];
  });
}

/**
 * @param {ChildNode[]} spare
 * @param {Described | string | number} part
 */
function take(spare, part) {
  const place = spare.findIndex((node) => {
    if (typeof part !== "object") return node.nodeType === Node.TEXT_NODE;
    const before = drawn.get(node);
    return before?.tag === part.tag && before.attributes.key === part.attributes.key;
  });
  return place < 0 ? null : spare.splice(place, 1)[0];
}

/**
 * @param {Described | string | number} part
 * @param {Element} parent
 */
function make(part, parent) {
  if (typeof part !== "object") return document.createTextNode("");
  const inSvg = part.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  return inSvg ? document.createElementNS(SVG, part.tag) : document.createElement(part.tag);
}

/**
 * @param {ChildNode} node
 * @param {Described | string | number} part
 */
function update(node, part) {
  if (typeof part !== "object") {
    if (node.nodeValue !== String(part)) node.nodeValue = String(part);
    return;
  }
  const element = /** @type {Element} */ (node);
  const before = drawn.get(element)?.attributes ?? {};
  drawn.set(element, part);
  for (const name of Object.keys(before)) if (!(name in part.attributes)) set(element, name, null);
  patch(element, ...part.children);
  for (const [name, value] of Object.entries(part.attributes)) {
    if (before[name] !== value || AS_PROPERTY.has(name)) set(element, name, value);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) Reflect.set(element, name, value);
  else if (AS_PROPERTY.has(name)) {
    if (Reflect.get(element, name) !== value) Reflect.set(element, name, value ?? "");
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}
