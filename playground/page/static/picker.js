// Choosing in a select menu: a sheet at the bottom on phones, a small window elsewhere.

import { openDialog } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { chosenOptions, renderEmoji, selectOptions } from "./components.js";

const SEARCH_FROM = 8;

/**
 * Lets the reader choose. One value is sent at once; several by Done.
 * @param {Record<string, any>} select the component @param {string[]} [start] values chosen so far
 * @returns {Promise<string[]|undefined>} the values, or undefined when dismissed
 */
export function pick(select, start = chosenOptions(select).map((option) => option.value)) {
  const options = selectOptions(select);
  const [least, most] = [select.min_values ?? 1, select.max_values ?? 1];
  const title = select.placeholder ?? "Make a selection";
  return openDialog("picker", title, (close) => {
    const chosen = new Set(start);
    const several = most > 1 || least === 0;
    const hint = several ? h("p.hint", { "aria-live": "polite" }) : null;
    const done = several ? h("button.button.primary", { type: "button", onclick: () => close([...chosen]) }, "Done") : null;
    const rows = options.map((option) => optionRow(option, several, () => {
      if (!several) return close([option.value]);
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (most === 1) chosen.clear(), chosen.add(option.value);
      else if (chosen.size < most) chosen.add(option.value);
      return refresh();
    }));
    const refresh = () => {
      rows.forEach((row, at) => row.setAttribute("aria-selected", String(chosen.has(options[at].value))));
      if (!several) return;
      hint.textContent = `${chosen.size} chosen; ${least === most ? least : `${least} to ${most}`} wanted.`;
      done.disabled = chosen.size < least || chosen.size > most;
    };
    refresh();
    const list = h("div.options", { role: "listbox", "aria-label": title, "aria-multiselectable": several }, rows,
      rows.length ? null : h("p.hint", {}, "There is nothing to choose here."));
    list.addEventListener("keydown", moveByArrow);
    return [select.type !== 3 || options.length >= SEARCH_FROM ? searchField(options, rows) : null, list, hint, done];
  });
}

function optionRow(option, several, onclick) {
  return h("button.option", { type: "button", role: "option", onclick },
    renderEmoji(option.emoji),
    h("span.option-words", {}, h("bdi", {}, option.label), option.description ? h("small", {}, option.description) : null),
    h(`span.${several ? "box" : "dot"}`, {}, icon("check")));
}

function searchField(options, rows) {
  const field = h("input", { type: "search", placeholder: "Search", "aria-label": "Search", autocomplete: "off" });
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    options.forEach((option, at) => {
      const text = `${option.label} ${option.description ?? ""}`.toLocaleLowerCase();
      rows[at].hidden = !text.includes(wanted);
    });
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") rows.find((row) => !row.hidden)?.focus();
    else if (event.key === "Enter") rows.find((row) => !row.hidden)?.click();
    else return;
    event.preventDefault();
  });
  return field;
}

function moveByArrow(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll("[role=option]:not([hidden])")];
  rows[(rows.indexOf(document.activeElement) + step + rows.length) % rows.length]?.focus();
}
