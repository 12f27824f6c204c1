// The channel list: servers with their channels, then direct messages; a drawer on phones.

import { avatar } from "./avatar.js";
import { h, icon } from "./dom.js";
import { pathTo } from "./links.js";
import { badge, myName } from "./people.js";
import { channelName, here, on, state } from "./state.js";

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
  const guilds = state.guilds.map((guild) => section(guild.name, state.channels.filter((channel) => channel.guild_id === guild.id), reading));
  const direct = state.channels.filter((channel) => !channel.guild_id);
  sidebar.replaceChildren(...guilds, section("Direct messages", direct, reading));
  if (focused) sidebar.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  drawHeads(reading);
}

function section(title, channels, reading) {
  const empty = h("p.hint", {}, "None so far.");
  return h("section", {}, h("h2", {}, h("bdi", {}, title)),
    channels.length ? h("ul", {}, channels.map((channel) => h("li", {}, row(channel, reading)))) : empty);
}

function row(channel, reading) {
  const current = channel.id === state.here;
  const quiet = current && reading;
  const name = channelName(channel);
  const classes = [current && "current", channel.unread && !quiet && "unread"].filter(Boolean);
  return h("a.channel", {
    href: `#${pathTo(channel)}`, class: ["channel", ...classes].join(" "), "aria-current": current ? "page" : undefined,
    onclick: () => showDrawer(false),
  }, channel.guild_id ? icon("hash") : avatar(channel.recipients?.[0] ?? { id: "0", username: "?" }),
  h("bdi", {}, name), channel.unread && !quiet ? h("span.unseen", {}, ", unread") : null,
  quiet ? null : badge(channel.mentions));
}

function drawHeads(reading) {
  const channel = here();
  heading.replaceChildren(...(channel ? [channel.guild_id ? icon("hash") : "@ ", h("bdi", {}, channelName(channel))] : []));
  const elsewhere = state.channels.filter((entry) => !(reading && entry.id === state.here));
  const waiting = elsewhere.reduce((sum, entry) => sum + entry.mentions, 0);
  menu.replaceChildren(icon("menu"), badge(waiting) ?? (elsewhere.some((entry) => entry.unread) ? h("span.pip") : ""));
  const place = channel ? `${channel.guild_id ? "#" : "@"}${channelName(channel)} · ` : "";
  document.title = `${waiting ? `(${waiting}) ` : ""}${place}${myName()} · Playground`;
}
