// Discord's Markdown as bots use it, straight to DOM nodes.
// Source: https://support.discord.com/hc/en-us/articles/210298617 and
// https://docs.discord.com/developers/reference#message-formatting

import { h } from "./dom.js";
import { discordPath } from "./links.js";
import { channelName, state, userName } from "./state.js";
import { formatMoment } from "./time.js";

const ESCAPABLE = /\\([^A-Za-z0-9\s])/y;

/**
 * Inline rules, tried in order at each position; the first that matches wins.
 * @type {Array<[RegExp, (match: RegExpExecArray, inner: (text: string) => Node[]) => Node|string|Node[]|null]>}
 */
const INLINE = [
  [ESCAPABLE, (m) => m[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => h("code.inline", {}, m[2].trim() || m[2])],
  [/<(@!?|@&|#)(\d+)>/y, (m) => mention(m[1], m[2])],
  [/<\/([^:<>\n]+):(\d+)>/y, (m) => command(m[1], m[2])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => moment(Number(m[1]) * 1000, m[2])],
  [/<a?:(\w+):(\d+)>/y, (m) => customEmoji(m[1], m[2])],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], m[1])],
  [/\[((?:\\.|[^\[\]\\\n]|\[[^\[\]\n]*\])+)\]\(\s*<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\s*\)/y,
    (m, inner) => link(m[2], inner(m[1]))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\]*_~|)]/y, (m) => link(m[0], m[0])],
  [/@(everyone|here)\b/y, (m) => h("span.mention", {}, m[0])],
  [/\|\|([^]+?)\|\|/y, (m, inner) => spoiler(inner(m[1]))],
  [/\*\*\*(?=\S)([^]*?\S)\*\*\*(?!\*)/y, (m, inner) => h("strong", {}, h("em", {}, inner(m[1])))],
  [/\*\*(?=\S)([^]*?[^\s\\])\*\*(?!\*)/y, (m, inner) => h("strong", {}, inner(m[1]))],
  [/__(?=\S)([^]*?[^\s\\])__(?!_)/y, (m, inner) => h("u", {}, inner(m[1]))],
  [/~~(?=\S)([^]*?[^\s\\])~~/y, (m, inner) => h("s", {}, inner(m[1]))],
  [/\*(?=[^\s*])((?:\*\*[^]*?\*\*|\\[^]|[^*\\])*?[^\s\\])\*(?!\*)/y, (m, inner) => h("em", {}, inner(m[1]))],
  [/\b_(?=[^\s_])((?:__[^]*?__|\\[^]|[^_\\])*?[^\s\\])_(?![A-Za-z0-9_])/y, (m, inner) => h("em", {}, inner(m[1]))],
  [/\n/y, () => h("br")],
];

/** Characters at which some inline rule may begin; all others are copied as they stand. */
const SPECIAL = /[\\`<[h@|*_~\n]/g;

/** @param {string} text @returns {Node[]} */
export function inline(text) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at >= text.length) break;
    const found = firstRule(text, at);
    if (!found) plain += text[at++];
    else if (typeof found.made === "string") {
      plain += found.made;
      at = found.end;
    } else {
      flush();
      nodes.push(...[found.made].flat());
      at = found.end;
    }
  }
  flush();
  return nodes;
}

function firstRule(text, at) {
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { made: make(match, inline), end: at + match[0].length };
  }
  return null;
}

function mention(kind, id) {
  if (kind === "#") {
    const channel = state.channels.find((entry) => entry.id === id);
    if (!channel) return h("span.mention", {}, "# unknown");
    const href = `#/${channel.guild_id ?? "@me"}/${id}`;
    return h("a.mention", { href }, channel.guild_id ? `# ${channelName(channel)}` : channelName(channel));
  }
  if (kind === "@&") {
    const role = state.guilds.flatMap((guild) => guild.roles ?? []).find((entry) => entry.id === id);
    return h("span.mention", {}, `@${role?.name ?? "unknown role"}`);
  }
  const mine = id === state.me ? ".mine" : "";
  return h(`span.mention${mine}`, {}, `@${userName(id)}`);
}

/** A command that a press puts into the composer. */
function command(path, id) {
  const props = { type: "button", "data-action": "command", "data-path": path, "data-command-id": id };
  return h("button.mention", props, `/${path}`);
}

function moment(ms, style) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  const props = { datetime: date.toISOString(), title: formatMoment(ms, "F") };
  return h("time.moment", { ...props, "data-relative": style === "R" }, formatMoment(ms, style));
}

/** A link; one to a message of this server stays inside the page. @param {string} url @param {any} label */
export function link(url, label) {
  const inside = discordPath(url);
  if (inside && label === url) return h("a.inside.mention", { href: `#${inside}` }, placeName(inside));
  if (inside) return h("a.inside", { href: `#${inside}` }, label);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, label);
}

/** An emoji that somebody uploaded; its name is read out, and stands there if the picture is gone. */
export function customEmoji(name, id) {
  return h("img.custom-emoji", { src: `${state.cdn}/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
}

/** "# cards › message" for a path inside the page. */
function placeName(path) {
  const [, , channelId, messageId] = path.split("/");
  const channel = state.channels.find((entry) => entry.id === channelId);
  const name = channel ? `${channel.guild_id ? "# " : ""}${channelName(channel)}` : "elsewhere";
  return messageId ? `${name} › message` : name;
}

function spoiler(children) {
  const props = { role: "button", tabindex: "0", "aria-label": "Spoiler, press to read", "data-action": "reveal" };
  return h("span.spoiler", props, h("span", {}, children));
}

/**
 * Reads a whole text: code blocks, headings, subtext, quotes, lists, and lines of inline text.
 * @param {string} text @returns {Node[]}
 */
export function markdown(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const nodes = [];
  let paragraph = [];
  const close = () => {
    if (paragraph.length) nodes.push(h("p", {}, inline(paragraph.join("\n"))));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block = readBlock(lines, at);
    if (!block) {
      paragraph.push(lines[at++]);
      continue;
    }
    if (block.before) paragraph.push(block.before);
    close();
    nodes.push(block.node);
    at = block.next;
    if (block.rest) lines[--at] = block.rest;
  }
  close();
  return nodes;
}

function readBlock(lines, at) {
  return readFence(lines, at) ?? readLine(lines, at) ?? readQuote(lines, at) ?? readList(lines, at);
}

function readFence(lines, at) {
  const open = /^(.*?)```(.*)$/.exec(lines[at]);
  if (!open || open[1].includes("`")) return null;
  const text = [open[2], ...lines.slice(at + 1)].join("\n");
  const end = text.indexOf("```");
  if (end < 0) return null;
  const inside = text.slice(0, end);
  const consumed = inside.split("\n").length;
  const rest = text.slice(end + 3).split("\n")[0];
  const code = inside.replace(/^[\w+.#-]*\n/, "").replace(/\n$/, "");
  return { before: open[1], node: h("pre", {}, h("code", {}, code)), next: at + consumed, rest };
}

function readLine(lines, at) {
  const heading = /^(#{1,3})\s+(\S.*)$/.exec(lines[at]);
  // The page has its own h1 and h2, so that a message's headings begin below them for screen readers.
  if (heading) return { node: h(`h${heading[1].length + 2}.md-${heading[1].length}`, {}, inline(heading[2])), next: at + 1 };
  const subtext = /^-#\s+(\S.*)$/.exec(lines[at]);
  if (subtext) return { node: h("small.subtext", {}, inline(subtext[1])), next: at + 1 };
  return null;
}

function readQuote(lines, at) {
  if (lines[at].startsWith(">>> ")) {
    const text = [lines[at].slice(4), ...lines.slice(at + 1)].join("\n");
    return { node: h("blockquote", {}, markdown(text)), next: lines.length };
  }
  let end = at;
  while (end < lines.length && /^> /.test(lines[end])) end++;
  if (end === at) return null;
  const text = lines.slice(at, end).map((line) => line.slice(2)).join("\n");
  return { node: h("blockquote", {}, markdown(text)), next: end };
}

const ITEM = /^( *)(?:([-*])|(\d{1,9})\.)\s+(\S.*)$/;

function readList(lines, at) {
  const first = ITEM.exec(lines[at]);
  if (!first) return null;
  const indent = first[1].length;
  const list = first[3] ? h("ol", { start: first[3] }) : h("ul");
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (!item || item[1].length < indent || Boolean(item[3]) !== Boolean(first[3])) break;
    if (item[1].length > indent + 1 && list.lastChild) {
      const nested = readList(lines, next);
      list.lastChild.append(nested.node);
      next = nested.next;
    } else {
      list.append(h("li", {}, inline(item[4])));
      next++;
    }
  }
  return { node: list, next };
}

/** What a reader of the text hears, without marks. @param {string} text */
export function plainText(text) {
  const lines = text.split("\n").map((line) => h("div", {}, markdown(line)).textContent);
  return lines.join(" ").replace(/\s+/g, " ").trim();
}
