// One option of a slash command: a labelled field with what may be put in it.

import { combobox } from "./combobox.js";
import { OPTION, readOption } from "./commands.js";
import { selectOptions, usersHere } from "./components.js";
import { h } from "./dom.js";
import { Refused, ask } from "./socket.js";
import { state, userName } from "./state.js";

const PAUSE = 180;
const MEGABYTE = 1024 * 1024;
/** What somebody without Nitro may upload: https://docs.discord.com/developers/reference#uploading-files */
const LARGEST = 10 * MEGABYTE;

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
  if (option.type === OPTION.ATTACHMENT) return fileField(option);
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

/** A file to be chosen; it is read at once, so that it can be sent when the command is. */
function fileField(option) {
  /** @type {{value?: {filename: string, data: string}, error?: string}} */
  let chosen = {};
  const label = `${option.name}${option.required ? ", needed" : ""}: ${option.description}`;
  const input = h("input", { type: "file", "aria-label": label });
  const read = () => {
    if (option.required && !chosen.value && !chosen.error) return { error: `${option.name} is needed.` };
    return chosen;
  };
  const check = () => {
    const { error } = read();
    element.classList.toggle("wrong", Boolean(error));
    input.setAttribute("aria-invalid", String(Boolean(error)));
    return error;
  };
  const element = h("label.option-field", { title: option.description },
    h("span", {}, option.name, option.required ? h("i", { "aria-hidden": "true" }, "*") : null), input);
  input.addEventListener("change", async () => {
    const [file] = input.files;
    chosen = file ? { error: `${option.name}: still being read.` } : {};
    if (!file) return;
    const found = await fileValue(option, file);
    if (input.files[0] !== file) return;
    chosen = found;
    check();
  });
  return { option, element, input, shown: Boolean(option.required), read, check };
}

async function fileValue(option, file) {
  if (file.size > LARGEST) return { error: `${option.name}: your files are too powerful. The most is ${LARGEST / MEGABYTE} MB.` };
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => resolve(null));
    reader.readAsDataURL(file);
  });
  if (url === null) return { error: `${option.name}: this file cannot be read.` };
  return { value: { filename: file.name, data: url.slice(url.indexOf(",") + 1) } };
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
