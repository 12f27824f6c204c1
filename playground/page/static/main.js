// The page as a whole: who it is, which channel is open, what comes in.

import { setUpActions } from "./actions.js";
import { setUpChannels } from "./channels.js";
import { loadCommands, setUpComposer } from "./composer.js";
import { h } from "./dom.js";
import { pathTo, readHash } from "./links.js";
import { summary } from "./message.js";
import { announce, atBottom, setUpList, showMessage, startOver } from "./message_list.js";
import { setUpPeople, showChip } from "./people.js";
import { forgetFailure } from "./presses.js";
import { followTo, setUpShortcuts } from "./shortcuts.js";
import { ask, connect } from "./socket.js";
import { byAge, channelName, dropMessage, emit, here, learn, learnFrom, on, putMessage, state } from "./state.js";
import { setUpTheme } from "./theme.js";
import { keepRelativeTimes } from "./time.js";
import { toast } from "./toast.js";
import { setUpTrouble } from "./trouble.js";

const notice = document.querySelector("#connection");
const earlier = document.querySelector("#earlier");
const scroller = document.querySelector("#scroller");

/** Whether the reader sees the end of the open channel right now. */
const reading = () => document.visibilityState === "visible" && atBottom();

/** Becomes a person: again after a reconnection, or another one. @param {string|null} id */
async function be(id) {
  const welcome = await ask("be", { person: id });
  const changed = state.me !== welcome.me;
  state.me = welcome.me;
  sessionStorage.setItem("person", welcome.me);
  learn(...welcome.users);
  Object.assign(state, { cdn: welcome.cdn, shortcuts: welcome.shortcuts });
  setPlaces(welcome);
  emit("people", (state.people = welcome.people));
  if (changed) showChip();
  await route();
}

async function become(id) {
  if (id === state.me) return;
  leave();
  await be(id).catch(complain);
}

function leave() {
  const previous = state.here;
  Object.assign(state, { here: null, messages: [], earlier: false, firstUnread: null });
  startOver();
  return previous;
}

function setPlaces({ guilds, channels }) {
  for (const channel of channels) learn(...(channel.recipients ?? []));
  Object.assign(state, { guilds, channels });
  emit("channels");
}

/** Opens what the address names, or else the channel where most waits. */
async function route() {
  const wanted = readHash();
  const channel = state.channels.find((entry) => entry.id === wanted?.channel) ?? firstChoice();
  if (!channel) return;
  if (channel.id !== wanted?.channel) history.replaceState(null, "", `#${pathTo(channel)}`);
  await open(channel, channel.id === wanted?.channel ? wanted.message : undefined);
}

function firstChoice() {
  const most = [...state.channels].sort((a, b) => b.mentions - a.mentions)[0];
  return most?.mentions ? most : state.channels[0];
}

async function open(channel, messageId) {
  const moved = state.here !== channel.id;
  let previous = state.here;
  if (moved) {
    previous = leave() ?? previous;
    state.here = channel.id;
    emit("here", previous);
  }
  await Promise.all([loadMessages(channel.id, moved), loadCommands()]);
  if (state.here !== channel.id) return;
  if (messageId && !(await findMessage(messageId))) toast("That message is not there any more.");
  markRead();
  dispatchEvent(new Event("opened"));
}

async function loadMessages(channelId, moved) {
  const page = await ask("messages", { channel: channelId });
  if (channelId !== state.here) return;
  page.messages.forEach(learnFrom);
  state.messages = page.messages;
  state.earlier = page.earlier;
  if (moved) state.firstUnread = page.first_unread;
  emit("messages");
}

async function loadEarlier() {
  const channel = state.here;
  const page = await ask("messages", { channel, before: state.messages[0]?.id });
  if (channel !== state.here) return;
  page.messages.forEach(learnFrom);
  const height = scroller.scrollHeight;
  state.messages = [...page.messages, ...state.messages].sort((a, b) => byAge(a.id, b.id));
  state.earlier = page.earlier;
  emit("messages");
  scroller.scrollTop += scroller.scrollHeight - height;
}

async function findMessage(id) {
  while (!showMessage(id)) {
    if (!state.earlier) return false;
    await loadEarlier();
  }
  return true;
}

function markRead() {
  if (!state.here || !reading()) return;
  ask("read", { channel: state.here }).catch(() => undefined);
  emit("channels");
}

/** @type {Record<string, (event: any) => void>} what to do with each event; see people.py */
const EVENTS = {
  people: ({ people, users }) => {
    learn(...users);
    emit("people", (state.people = people));
  },
  channels: (places) => {
    setPlaces(places);
    if (state.here && !here()) {
      toast("The channel you were in is gone.");
      leave();
      history.replaceState(null, "", "#");
      route().catch(complain);
    }
  },
  message_create: ({ message }) => {
    newest.set(message.channel_id, message);
    const known = state.messages.some((entry) => entry.id === message.id);
    putMessage(message);
    if (message.channel_id !== state.here || known || message.author.id === state.me) return;
    announce(message);
    markRead();
  },
  message_update: ({ message }) => {
    forgetFailure(message.id);
    if (state.messages.some((entry) => entry.id === message.id)) putMessage(message);
  },
  message_delete: ({ message_id: id }) => {
    forgetFailure(id);
    dropMessage(id);
  },
  unread: ({ channel_id: channelId, message_id: messageId, reason }) => notify(channelId, messageId, reason),
  commands: () => loadCommands().catch(complain),
};

/** The newest message of each channel since the page was opened. @type {Map<string, any>} */
const newest = new Map();

/** Tells of a message that would make a phone ring, unless it is in view already. */
function notify(channelId, messageId, reason) {
  if (channelId === state.here && reading()) return;
  const message = newest.get(channelId);
  const channel = state.channels.find((entry) => entry.id === channelId);
  if (!message || !channel) return;
  if (reason === "direct_message" && followTo(channel, messageId)) return;
  if (channelId === state.here) return;
  const where = channel.guild_id ? `#${channelName(channel)}: ` : `${channelName(channel)}: `;
  toast(where + summary(message), { href: `#${pathTo(channel, messageId)}`, action: "Open", key: channelId });
}

function complain(error) {
  toast(error.message, { kind: "error" });
}

function showConnection(now) {
  if (now === "lost") {
    notice.hidden = false;
    notice.className = "lost";
    notice.replaceChildren(h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), "The server does not answer. Connecting again…");
  } else if (!notice.hidden) {
    notice.className = "back";
    notice.textContent = "Connected again.";
    setTimeout(() => {
      if (notice.className === "back") notice.hidden = true;
    }, 3000);
  }
}

function begin() {
  setUpTheme();
  setUpList();
  setUpActions();
  setUpComposer();
  setUpPeople(become);
  setUpChannels(reading);
  setUpShortcuts();
  setUpTrouble();
  keepRelativeTimes();
  on("bottom", markRead);
  on("connection", showConnection);
  document.addEventListener("visibilitychange", markRead);
  addEventListener("hashchange", () => {
    if (readHash()) route().catch(complain);
  });
  // A link to where one already is does not change the address, yet should bring the message into view.
  document.addEventListener("click", (event) => {
    const href = event.target.closest?.("a[href^='#/']")?.getAttribute("href");
    if (href && href === location.hash) route().catch(complain);
  });
  earlier.addEventListener("click", () => loadEarlier().catch(complain));
  connect(
    () => be(state.me ?? sessionStorage.getItem("person")).catch(complain),
    (event) => EVENTS[event.type]?.(event),
  );
}

begin();
