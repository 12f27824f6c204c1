// Short notices at the edge of the page; they go by themselves unless one is looking at them.

import { h, icon } from "./dom.js";

const STAY = { note: 5000, error: 9000 };
const stack = document.querySelector("#toasts");

/**
 * @param {string} text @param {{href?: string, action?: string, key?: string, kind?: "error"|"note"}} [more]
 *   a link, the word on it; a notice with the same key takes the place of the old one
 */
export function toast(text, { href, action, key, kind = "note" } = {}) {
  if (key) stack.querySelector(`[data-key="${CSS.escape(key)}"]`)?.remove();
  const close = () => note.remove();
  const note = h(`div.toast.${kind}`, { role: kind === "error" ? "alert" : "status", dataset: { key } },
    h("p", {}, text),
    href ? h("a.button.primary", { href, onclick: close }, action ?? "Open") : null,
    h("button.icon-button", { type: "button", "aria-label": "Close notice", onclick: close }, icon("close")));
  stack.append(note);
  while (stack.childElementCount > 3) stack.firstElementChild.remove();
  const leave = () => (note.matches(":hover, :focus-within") ? setTimeout(leave, 2000) : close());
  setTimeout(leave, STAY[kind]);
}
