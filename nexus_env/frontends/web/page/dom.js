// The page as a function of what is known: `h` describes elements, `patch` makes the document look like it.
// Elements that are still wanted stay as they are, so focus, scrolling and transitions survive.

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "selected", "open"]);

/** @typedef {{tag: string, attributes: any, children: any[]} | string | number | null | undefined | false | any[]} Tree */

/** An element: its tag, its attributes (`onclick` … are functions, `key` tells siblings apart), its children. */
export function h(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, children };
}

/** Make the children of `parent` look like `tree`: elements, texts, numbers, lists; null and false are nothing. */
export function patch(parent, ...tree) {
  const wanted = tree.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false);
  const spare = [...parent.childNodes];
  const nodes = wanted.map((part) => take(spare, part) ?? make(part, parent));
  for (const node of spare) node.remove();
  nodes.forEach((node, place) => {
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] ?? null);
    update(node, wanted[place]);
  });
}

function take(spare, part) {
  const place = spare.findIndex((node) =>
    part.tag
      ? node.described?.tag === part.tag && node.described.attributes.key === part.attributes.key
      : node.nodeType === Node.TEXT_NODE,
  );
  return place < 0 ? null : spare.splice(place, 1)[0];
}

function make(part, parent) {
  if (!part.tag) return document.createTextNode("");
  const inSvg = part.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  return inSvg ? document.createElementNS(SVG, part.tag) : document.createElement(part.tag);
}

function update(node, part) {
  if (!part.tag) {
    if (node.nodeValue !== String(part)) node.nodeValue = part;
    return;
  }
  const before = node.described?.attributes ?? {};
  node.described = part;
  for (const name of Object.keys(before)) if (!(name in part.attributes)) set(node, name, null);
  patch(node, ...part.children);
  for (const [name, value] of Object.entries(part.attributes)) {
    if (before[name] !== value || AS_PROPERTY.has(name)) set(node, name, value);
  }
}

function set(node, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) node[name] = value;
  else if (AS_PROPERTY.has(name)) {
    if (node[name] !== value) node[name] = value ?? "";
  } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}
