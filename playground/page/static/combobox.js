// A text field with suggestions above it: arrows move, Enter or Tab takes, Escape closes.

import { h } from "./dom.js";

/**
 * @typedef {{label: string, description?: string, value: any}} Suggestion
 */

const panel = document.querySelector("#suggestions");
let serial = 0;

/**
 * Gives a field its suggestions.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 * @param {{find: (text: string) => Promise<Suggestion[]>|Suggestion[], take: (item: Suggestion) => void,
 *   eager: (text: string) => boolean, title?: string}} source `eager`: whether Enter takes the first one
 * @returns {{refresh: () => Promise<void>, close: () => void}}
 */
export function combobox(field, { find, take, eager, title }) {
  /** @type {Suggestion[]} */
  let items = [];
  let active = -1;
  let asked = 0;

  const close = () => {
    asked++;
    items = [];
    active = -1;
    draw();
  };
  const choose = (item) => {
    close();
    take(item);
  };
  const draw = () => {
    if (!items.length && panel.dataset.owner !== field.id) return;
    panel.dataset.owner = field.id;
    panel.hidden = items.length === 0;
    panel.replaceChildren(title && items.length ? h("p.suggestions-title", {}, title) : "", ...items.map(row));
    field.setAttribute("aria-expanded", String(items.length > 0));
    if (active < 0) field.removeAttribute("aria-activedescendant");
    else {
      field.setAttribute("aria-activedescendant", `suggestion-${active}`);
      document.getElementById(`suggestion-${active}`)?.scrollIntoView({ block: "nearest" });
    }
  };
  const row = (item, at) => h("div.option", {
    role: "option",
    id: `suggestion-${at}`,
    "aria-selected": String(at === active),
    // Before the field loses its focus, and with it the suggestions.
    onpointerdown: (event) => event.preventDefault(),
    onclick: () => choose(item),
  }, h("span.option-words", {}, h("bdi", {}, item.label), item.description ? h("small", {}, item.description) : null));
  const refresh = async () => {
    const mine = ++asked;
    const text = field.value;
    const found = await find(text);
    if (mine !== asked) return;
    items = found.slice(0, 25);
    active = items.length && eager(text) ? 0 : -1;
    draw();
  };

  field.id ||= `field-${++serial}`;
  field.addEventListener("input", refresh);
  field.addEventListener("focus", refresh);
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (!items.length || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      active = (active + step + items.length + (active < 0 && step < 0 ? 1 : 0)) % items.length;
      draw();
    } else if ((event.key === "Enter" || event.key === "Tab") && active >= 0 && !event.shiftKey) choose(items[active]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  return { refresh, close };
}
