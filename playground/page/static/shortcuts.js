// One click to begin: commands prepared by whoever started the server, and following them to where they lead.

import { runCommand } from "./composer.js";
import { h, icon } from "./dom.js";
import { pathTo } from "./links.js";
import { on, state } from "./state.js";
import { ask } from "./socket.js";
import { toast } from "./toast.js";

const WHAT_THIS_IS = "This page stands in for Discord, on your own computer: "
  + "the application you meet is the real one, and every person at the top is you.";
const FOLLOW_FOR = 20_000;
const place = document.querySelector("#shortcuts");
const hint = document.querySelector("#hint");

/** @type {{until: number, from: string, arrived: string|null}|null} a shortcut just taken that may lead on */
let following = null;

export function setUpShortcuts() {
  on("people", draw);
}

function draw() {
  place.replaceChildren(...state.shortcuts.map(button));
  const seen = localStorage.getItem("hint-closed") !== null;
  hint.hidden = seen;
  if (seen) return;
  hint.replaceChildren(
    h("p", {}, h("b", {}, WHAT_THIS_IS), " ", state.shortcuts.length
      ? `Press “${state.shortcuts[0]}” to begin, or type / below to see what it can do.`
      : "Type / below to see what it can do."),
    h("button.button.secondary", { type: "button", onclick: closeHint }, "Understood"));
}

function closeHint() {
  localStorage.setItem("hint-closed", "yes");
  hint.hidden = true;
}

function button(label, index) {
  return h(`button.button${index ? ".secondary" : ".primary"}`, { type: "button", onclick: (event) => take(index, event.currentTarget) },
    icon("play"), h("span", {}, label));
}

async function take(index, pressed) {
  pressed.setAttribute("aria-busy", "true");
  pressed.disabled = true;
  try {
    const { channel, name } = await ask("shortcut_target", { index });
    const target = await known(channel);
    location.hash = `#${pathTo(target)}`;
    following = target.guild_id ? { until: Date.now() + FOLLOW_FOR, from: channel, arrived: null } : null;
    await arrival(channel);
    await runCommand(ask("shortcut", { index }), name);
    closeHint();
  } catch (error) {
    toast(error.message, { kind: "error" });
  } finally {
    pressed.disabled = false;
    pressed.removeAttribute("aria-busy");
  }
}

/** The channel of that id, once the page has been told of it: direct messages may just have been opened. */
const known = (id) => new Promise((done) => {
  let found;
  const look = () => {
    if (found) return;
    found = state.channels.find((entry) => entry.id === id);
    if (found) done(found);
  };
  on("channels", look);
  look();
});

const arrival = (channel) => (state.here === channel
  ? Promise.resolve()
  : new Promise((done) => { addEventListener("opened", () => done(undefined), { once: true }); }));

/**
 * Whether a direct message that just came is where a shortcut goes on; then the page goes there,
 * and a notice tells the way back.
 * @param {any} channel @param {string} messageId
 */
export function followTo(channel, messageId) {
  if (!following || following.until < Date.now() || state.here !== following.from) return false;
  const back = state.channels.find((entry) => entry.id === following.from);
  following = null;
  location.hash = `#${pathTo(channel, messageId)}`;
  toast("It goes on here, in your direct messages.", { href: `#${pathTo(back)}`, action: `Back to #${back.name}` });
  return true;
}
