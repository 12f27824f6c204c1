// One option of a slash command: a labelled field with what may be put in it.

import { combobox } from "./combobox.js";
import { OPTION, readOption } from "./commands.js";
import { selectOptions, usersHere } from "./components.js";
import { h } from "./dom.js";
import { Refused, ask } from "./socket.js";
import { state, userName } from "./state.js";

const PAUSE = 180;

/**
 * @typedef {{option: import("./commands.js").Option, element: HTMLElement, input: HTMLInputElement, shown: boolean,
 *   read: () => {value?: any, error?: string}, check: () => string|undefined}} OptionField
 */

/**
 * @param {import("./commands.js").Option} option @param {import("./commands.js").Leaf} leaf
 * @param {() => Record<string, any>} soFar the command's options as typed
 * @returns {OptionField}
 */
export function optionField(option, leaf, soFar) {
  /** @type {import("./combobox.js").Suggestion|null} */
  let picked = null;
  const numeric = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER;
  const input = h("input", {
    type: "text",
    "aria-label": `${option.name}${option.required ? ", needed" : ""}: ${option.description}`,
    inputmode: numeric && !option.choices?.length && !option.autocomplete ? "decimal" : undefined,
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": "suggestions",
    enterkeyhint: "send",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: option.required ? "" : "optional",
  });
  const read = () => readOption(option, input.value, picked);
  const check = () => {
    const { error } = read();
    element.classList.toggle("wrong", Boolean(error));
    input.setAttribute("aria-invalid", String(Boolean(error)));
    return error;
  };
  const fit = () => input.style.setProperty("--chars", String(Math.max(input.value.length, input.placeholder.length, 4)));
  const element = h("label.option-field", { title: option.description },
    h("span", {}, option.name, option.required ? h("i", { "aria-hidden": "true" }, "*") : null), input);
  input.addEventListener("input", () => {
    picked = null;
    element.classList.remove("wrong");
    fit();
  });
  combobox(input, {
    title: option.description,
    find: (text) => (picked ? [] : suggestions(option, text, leaf, soFar)),
    take: (item) => {
      if (item.value === undefined) return;
      picked = item;
      input.value = item.label;
      fit();
      check();
    },
    eager: (text) => text.trim() !== "",
  });
  input.addEventListener("blur", () => { if (input.value) check(); });
  fit();
  return { option, element, input, shown: Boolean(option.required), read, check };
}

function suggestions(option, text, leaf, soFar) {
  if (option.autocomplete) return completions(option, text, leaf, soFar);
  const wanted = text.trim().toLocaleLowerCase();
  return candidates(option).filter(({ label, description }) => `${label} ${description ?? ""}`.toLocaleLowerCase().includes(wanted));
}

function candidates(option) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [{ label: "True", value: true }, { label: "False", value: false }];
    case OPTION.USER:
      return usersHere().map((user) => ({ label: userName(user.id), description: user.username, value: user.id }));
    case OPTION.CHANNEL:
      return selectOptions({ type: 8, channel_types: option.channel_types });
    case OPTION.ROLE:
      return selectOptions({ type: 6 });
    case OPTION.MENTIONABLE:
      return selectOptions({ type: 7 });
    default:
      return [];
  }
}

let latest = 0;

async function completions(option, text, leaf, soFar) {
  const mine = ++latest;
  await new Promise((done) => { setTimeout(done, PAUSE); });
  if (mine !== latest) return [];
  const options = { ...soFar(), [option.name]: text };
  try {
    const choices = await ask("autocomplete", { channel: state.here, path: leaf.path, options, focused: option.name });
    return choices.map(({ name, value }) => ({ label: name, value }));
  } catch (error) {
    if (error instanceof Refused) return [{ label: "The options could not be loaded.", description: error.message, value: undefined }];
    throw error;
  }
}
