// The channel list: servers with their events, channels and threads, then direct messages and groups; a drawer
// on phones.

import { avatar } from "./avatar.js";
import { h, icon } from "./dom.js";
import { pathTo } from "./links.js";
import { badge, myName } from "./people.js";
import { byAge, channelName, here, isGroup, on, state } from "./state.js";
import { formatSpan } from "./time.js";

const ACTIVE = 2;
const PRIVATE_THREAD = 12;

const sidebar = document.querySelector("#sidebar");
const shade = document.querySelector("#shade");
const menu = document.querySelector("#menu");
const heading = document.querySelector("#channel-name");

/** @param {() => boolean} reading whether the open channel is being read right now */
export function setUpChannels(reading) {
  menu.addEventListener("click", () => showDrawer(menu.getAttribute("aria-expanded") !== "true"));
  shade.addEventListener("click", () => showDrawer(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !shade.hidden) showDrawer(false);
  });
  on("here", () => showDrawer(false));
  const all = () => draw(reading());
  for (const topic of ["channels", "here", "people"]) on(topic, all);
}

/** @param {boolean} open */
function showDrawer(open) {
  if (open === (menu.getAttribute("aria-expanded") === "true")) return;
  menu.setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("drawer-open", open);
  shade.hidden = !open;
  if (open) sidebar.querySelector("a")?.focus();
  else menu.focus();
}

function draw(reading) {
  const focused = document.activeElement?.closest?.("#sidebar a")?.getAttribute("href");
  const guilds = state.guilds.map((guild) => section(guild.name, channelsOf(guild), reading, events(guild.guild_scheduled_events)));
  const groups = state.channels.filter(isGroup);
  const direct = state.channels.filter((channel) => !channel.guild_id && !isGroup(channel));
  const conversations = groups.length ? [section("Groups", groups, reading)] : [];
  sidebar.replaceChildren(...guilds, section("Direct messages", direct, reading), ...conversations);
  if (focused) sidebar.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  drawHeads(reading);
}

/** A server's channels, each with its threads after it. Archived threads are only shown where one is. */
function channelsOf(guild) {
  const mine = state.channels.filter((channel) => channel.guild_id === guild.id);
  const shown = (thread) => !thread.thread_metadata.archived || thread.id === state.here;
  const threads = mine.filter((channel) => channel.thread_metadata && shown(channel)).sort((a, b) => byAge(a.id, b.id));
  const channels = mine.filter((channel) => !channel.thread_metadata);
  return channels.flatMap((channel) => [channel, ...threads.filter((thread) => thread.parent_id === channel.id)]);
}

/** What is to come in a server, soonest first. @param {import("./state.js").ScheduledEvent[]} coming */
function events(coming) {
  if (!coming.length) return null;
  const starts = (event) => Date.parse(event.scheduled_start_time);
  return h("ul.events", { "aria-label": "Events" }, [...coming].sort((a, b) => starts(a) - starts(b)).map((event) =>
    h("li.event", { title: event.description ?? undefined }, icon("calendar"), h("div", {},
      h("b", {}, h("bdi", {}, event.name)),
      h("time", { datetime: event.scheduled_start_time }, formatSpan(starts(event), Date.parse(event.scheduled_end_time)),
        event.status === ACTIVE ? " · now" : null),
      h("bdi", {}, event.entity_metadata.location)))));
}

/** What stands before a channel's name. @param {import("./state.js").Channel} channel */
function sign(channel) {
  if (isGroup(channel)) return icon("people");
  if (!channel.thread_metadata) return icon("hash");
  return icon(channel.type === PRIVATE_THREAD ? "lock" : "thread");
}

function section(title, channels, reading, before = null) {
  const empty = h("p.hint", {}, "None so far.");
  return h("section", {}, h("h2", {}, h("bdi", {}, title)), before,
    channels.length ? h("ul", {}, channels.map((channel) => h("li", {}, row(channel, reading)))) : empty);
}

function row(channel, reading) {
  const current = channel.id === state.here;
  const quiet = current && reading;
  const name = channelName(channel);
  const classes = [channel.thread_metadata && "thread", current && "current", channel.unread && !quiet && "unread"].filter(Boolean);
  return h("a.channel", {
    href: `#${pathTo(channel)}`, class: ["channel", ...classes].join(" "), "aria-current": current ? "page" : undefined,
    onclick: () => showDrawer(false),
  }, channel.guild_id || isGroup(channel) ? sign(channel) : avatar(channel.recipients?.[0] ?? { id: "0", username: "?" }),
  h("bdi", {}, name), channel.unread && !quiet ? h("span.unseen", {}, ", unread") : null,
  quiet ? null : badge(channel.mentions));
}

function drawHeads(reading) {
  const channel = here();
  heading.replaceChildren(...(channel ? [channel.guild_id || isGroup(channel) ? sign(channel) : "@ ", h("bdi", {}, channelName(channel))] : []));
  const elsewhere = state.channels.filter((entry) => !(reading && entry.id === state.here));
  const waiting = elsewhere.reduce((sum, entry) => sum + entry.mentions, 0);
  menu.replaceChildren(icon("menu"), badge(waiting) ?? (elsewhere.some((entry) => entry.unread) ? h("span.pip") : ""));
  const place = channel ? `${channel.guild_id ? "#" : isGroup(channel) ? "" : "@"}${channelName(channel)} · ` : "";
  document.title = `${waiting ? `(${waiting}) ` : ""}${place}${myName()} · Playground`;
}
