// Building and patching elements. Text always becomes text nodes, so nothing anyone typed is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element: `h("button.primary", {type: "button", onclick}, "Play", icon)`.
 * Properties starting with "on" are listeners, `dataset` and `style` are objects (custom properties allowed),
 * `true` sets an empty attribute, and false, null or undefined leave the attribute out.
 * @param {string} name tag with optional classes, e.g. "div.row.wide"
 * @param {Object<string, any>} [props]
 * @param {...(Node|string|number|null|undefined|false|Array<any>)} children
 * @returns {HTMLElement & Record<string, any>}
 */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) setProp(element, key, value);
  append(element, children);
  return element;
}

function setProp(element, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "dataset") {
    for (const [name, entry] of Object.entries(value)) if (entry !== undefined) element.dataset[name] = entry;
  } else if (key === "style") {
    for (const [name, entry] of Object.entries(value)) if (entry != null) element.style.setProperty(name, entry);
  } else element.setAttribute(key, value === true ? "" : String(value));
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  hash: "M10 4 8 20M16 4l-2 16M5 9h15M4 15h15",
  thread: "M6 4v9a4 4 0 0 0 4 4h8M14 13l4 4-4 4M6 7h11",
  people: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v5M15 3v5",
  play: "M8 5.5v13l10.5-6.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4.5 15 20l-3.5-6.5zM11.5 13.5 20 4.5",
  down: "M6 9.5l6 6 6-6",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  reply: "M9 7 4 12l5 5M4 12h9a6 6 0 0 1 6 6v1",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  out: "M14 5h5v5M19 5l-8 8M10 6H5v13h13v-5",
  check: "M5 12.5l4.5 4.5L19 7.5",
};

/** A line icon of our own, decoration only: screen readers skip it. @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * Changes `old` into `fresh` with as few steps as possible, so that focus, scroll position and pictures that did
 * not change survive. Children are matched by `data-key` where they have one. Attributes named `data-local-…`
 * belong to the reader (a spoiler opened, say) and are left alone. Listeners are not moved: delegate them.
 * @param {Node} old @param {Node} fresh @returns {Node} the node that is now in the document
 */
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.parentNode.replaceChild(fresh, old);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
  return old;
}

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key : undefined);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !name.startsWith("data-local-")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The page's content security policy lets scripts set styles, but not as an attribute.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
}

function morphChildren(old, fresh) {
  const wanted = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
  const known = new Map();
  for (const child of [...old.childNodes]) {
    const key = keyOf(child);
    if (key && !wanted.has(key)) child.remove();
    else if (key) known.set(key, child);
  }
  let cursor = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = keyOf(next);
    const match = key ? known.get(key) : cursor && alike(cursor, next) ? cursor : null;
    if (!match) old.insertBefore(next, cursor);
    else {
      if (match !== cursor) old.insertBefore(match, cursor);
      cursor = morph(match, next).nextSibling;
    }
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}
