// The field at the bottom: messages, and slash commands with their options.

import { combobox } from "./combobox.js";
import { leaves, matching } from "./commands.js";
import { h, icon } from "./dom.js";
import { optionField } from "./option_field.js";
import { openModal } from "./modal.js";
import { channelName, here, isGroup, on, putMessage, state } from "./state.js";
import { toBottom } from "./message_list.js";
import { ask } from "./socket.js";

const form = document.querySelector("#composer");
const text = document.querySelector("#text");
const bar = document.querySelector("#command-bar");
const note = document.querySelector("#composer-note");
const sendButton = document.querySelector("#send");

/** @type {import("./commands.js").Leaf[]} */
let offered = [];
/** @type {{leaf: import("./commands.js").Leaf, fields: import("./option_field.js").OptionField[]}|null} */
let writing = null;
/** What was typed in each channel and not sent. @type {Map<string, string>} */
const drafts = new Map();

/** Asks anew which commands there are in the open channel. */
export async function loadCommands() {
  const channel = state.here;
  const commands = await ask("commands", { channel });
  if (channel === state.here) offered = leaves(commands);
}

const commandTyped = (value) => /^\/[^\n]*$/.test(value);

const commandBox = combobox(text, {
  title: "Commands",
  find: (value) => (commandTyped(value) && !writing
    ? matching(offered, value.slice(1)).map((leaf) => ({ label: `/${leaf.path}`, description: leaf.description, value: leaf }))
    : []),
  take: (item) => startCommand(item.value),
  eager: () => true,
});

/** @param {import("./commands.js").Leaf} leaf */
function startCommand(leaf) {
  writing = { leaf, fields: leaf.options.map((option) => optionField(option, leaf, optionsSoFar)) };
  text.value = "";
  say("");
  drawBar();
  (writing.fields.find((field) => field.shown)?.input ?? sendButton).focus();
}

/** Begins the command that a message mentions, where it is offered. @param {string} path @param {string} id */
export function openCommand(path, id) {
  const leaf = offered.find((one) => one.path === path && one.id === id);
  if (leaf) startCommand(leaf);
  else say(`/${path} is not offered here.`);
}

function stopCommand() {
  writing = null;
  text.value = "";
  say("");
  drawBar();
}

function leaveCommand() {
  stopCommand();
  text.focus();
}

function drawBar() {
  bar.hidden = !writing;
  text.hidden = Boolean(writing);
  if (!writing) return bar.replaceChildren();
  const { leaf, fields } = writing;
  const more = fields.filter((field) => !field.shown).map((field) => h("button.option-more", {
    type: "button",
    title: field.option.description,
    onclick: () => {
      field.shown = true;
      drawBar();
      field.input.focus();
    },
  }, icon("plus"), field.option.name));
  return bar.replaceChildren(
    h("span.command-name", {}, `/${leaf.path}`),
    ...fields.filter((field) => field.shown).map((field) => field.element),
    ...more,
    h("div.command-about", {}, leaf.description,
      h("button.icon-button", { type: "button", "aria-label": "Leave this command", onclick: leaveCommand }, icon("close"))));
}

/** The options as far as they can be read. */
function optionsSoFar() {
  const options = {};
  for (const field of writing?.fields ?? []) {
    const { value } = field.read();
    if (value !== undefined) options[field.option.name] = value;
  }
  return options;
}

function say(words, kind = "error") {
  note.textContent = words;
  note.className = kind;
  note.hidden = !words;
}

async function submit() {
  if (writing) return submitCommand();
  const content = text.value.trim();
  if (!content) return undefined;
  if (commandTyped(content) && content.length > 1) {
    const [leaf] = matching(offered, content.slice(1));
    if (leaf) return startCommand(leaf);
  }
  text.value = "";
  grow();
  try {
    putMessage(await ask("send", { channel: state.here, content }));
    say("");
    toBottom();
  } catch (error) {
    text.value ||= content;
    grow();
    say(error.message);
  }
  return undefined;
}

async function submitCommand() {
  const { leaf, fields } = writing;
  const wrong = fields.find((field) => field.check());
  if (wrong) {
    wrong.shown = true;
    drawBar();
    wrong.input.focus();
    return say(wrong.check());
  }
  const details = { channel: state.here, path: leaf.path, options: optionsSoFar() };
  stopCommand();
  text.focus();
  say(`Sending /${leaf.path}…`, "note");
  toBottom();
  try {
    await runCommand(ask("command", details), leaf.path);
    say("");
  } catch (error) {
    say(error.message);
  }
  return undefined;
}

/**
 * Shows what becomes of a command: its modal, or, when the application failed it, a line only this reader sees.
 * @param {Promise<any>} sent the answer to "command" or "shortcut" @param {string} name
 */
export async function runCommand(sent, name) {
  const channel = state.here;
  const outcome = await sent;
  if (outcome.modal) return openModal(outcome.modal);
  if (outcome.state !== "failed") return undefined;
  const self = state.users.get(state.me);
  const app = outcome.app ?? { id: "0", username: "Application", bot: true };
  return putMessage({
    id: outcome.id, channel_id: channel, author: app, type: 20, flags: 64, content: "", local: true,
    timestamp: new Date().toISOString(), failure: outcome.error, interaction_metadata: { user: self, name },
  });
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 180)}px`;
}

function keys(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey && event.target.matches("input, textarea")) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "Escape" && writing) {
    leaveCommand();
  } else if (event.key === "Backspace" && writing && event.target.matches("input") && !event.target.value) {
    const shown = writing.fields.filter((field) => field.shown);
    const at = shown.findIndex((field) => field.input === event.target);
    event.preventDefault();
    if (at > 0) return shown[at - 1].input.focus();
    const typed = `/${writing.leaf.path}`;
    stopCommand();
    text.value = typed;
    text.focus();
  }
}

export function setUpComposer() {
  sendButton.append(icon("send"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  form.addEventListener("keydown", keys);
  text.addEventListener("input", () => {
    say("");
    grow();
  });
  on("here", (previous) => {
    if (previous) drafts.set(previous, text.value);
    commandBox.close();
    stopCommand();
    const channel = here();
    text.value = drafts.get(state.here) ?? "";
    grow();
    const name = channel ? `${channel.guild_id ? "#" : isGroup(channel) ? "" : "@"}${channelName(channel)}` : "";
    text.placeholder = `Message ${name} · / for commands`;
    text.setAttribute("aria-label", `Message ${name}; a slash lists commands`);
  });
}
