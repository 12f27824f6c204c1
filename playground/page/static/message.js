// One message as an element.

import { avatar } from "./avatar.js";
import { renderComponent } from "./components.js";
import { h, icon } from "./dom.js";
import { renderAttachment, renderEmbed } from "./embeds.js";
import { pathTo } from "./links.js";
import { markdown, plainText } from "./markdown.js";
import { displayName, state } from "./state.js";
import { pressState } from "./presses.js";
import { formatMoment, formatStamp, sameDay } from "./time.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;
const GROUP_SPAN = 7 * 60_000;

const named = (message) => message.mentions.map((user) => h("bdi", {}, displayName(user)));

/** @type {Record<number, (message: any) => Array<Node|string|Node[]>>} what somebody did, after their name */
const SYSTEM = {
  1: (message) => ["added ", named(message), " to the thread."],
  2: (message) => ["removed ", named(message), " from the thread."],
  4: (message) => ["changed the thread's name to ", h("bdi", {}, message.content), "."],
  6: () => ["pinned a message to this channel."],
  7: () => ["joined."],
  18: (message) => ["started a thread: ", threadLink(message), "."],
};

function threadLink(message) {
  const { guild_id, channel_id: id } = message.message_reference;
  return h("a", { href: `#${pathTo({ id, guild_id })}` }, h("bdi", {}, message.content));
}

/** @param {import("./state.js").Message} message */
const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
const sentAt = (message) => Date.parse(message.timestamp);
const commandOf = (message) => message.interaction?.name ?? message.interaction_metadata?.name;

/**
 * Whether a message goes on under the head of the one before it.
 * @param {import("./state.js").Message} message @param {import("./state.js").Message|undefined} before
 */
function continues(message, before) {
  return before !== undefined && message.author.id === before.author.id && !opensAnew(message)
    && isEphemeral(message) === isEphemeral(before) && sentAt(message) - sentAt(before) < GROUP_SPAN
    && sameDay(sentAt(message), sentAt(before)) && message.id !== state.firstUnread;
}

const opensAnew = (message) => Boolean(commandOf(message) || message.message_reference || SYSTEM[message.type]);

/**
 * @param {import("./state.js").Message} message @param {import("./state.js").Message|undefined} before
 * @returns {HTMLElement} a list item
 */
export function renderMessage(message, before) {
  const compact = continues(message, before);
  const classes = [compact && "compact", isEphemeral(message) && "ephemeral", mentionsMe(message) && "mentions-me"];
  const props = {
    class: ["message", ...classes.filter(Boolean)].join(" "),
    id: `message-${message.id}`,
    tabindex: "-1",
    dataset: { key: message.id, messageId: message.id },
  };
  const when = h("time.gutter", { datetime: message.timestamp }, formatMoment(sentAt(message), "t"));
  return h("li", props,
    divider(message, before),
    renderContext(message),
    h("div.message-row", {}, compact ? when : avatar(message.author),
      h("div.message-body", {}, compact ? null : renderHead(message), renderContent(message), renderFoot(message))));
}

const mentionsMe = (message) =>
  message.mention_everyone || (message.mentions ?? []).some((user) => user.id === state.me);

function divider(message, before) {
  const day = !before || !sameDay(sentAt(message), sentAt(before)) ? formatMoment(sentAt(message), "D") : null;
  const fresh = message.id === state.firstUnread;
  if (!day && !fresh) return null;
  return h(`div.divider${fresh ? ".fresh" : ""}`, {}, h("span", {}, [day, fresh ? "New" : null].filter(Boolean).join(" · ")));
}

function renderHead(message) {
  const at = sentAt(message);
  return h("div.message-head", {},
    h("bdi.author", {}, displayName(message.author)),
    message.author.bot ? h("span.app-tag", {}, "APP") : null,
    h("time", { datetime: message.timestamp, title: formatMoment(at, "F") }, formatStamp(at)));
}

function renderContext(message) {
  const command = commandOf(message);
  if (command) {
    const user = message.interaction_metadata?.user ?? message.interaction?.user;
    return h("div.message-context", {}, icon("reply"), h("bdi", {}, displayName(user)), " used ",
      h("span.mention", {}, `/${command}`));
  }
  if (!message.message_reference || SYSTEM[message.type]) return null;
  const original = message.referenced_message ?? state.messages.find((entry) => entry.id === message.message_reference.message_id);
  if (!original) return h("div.message-context", {}, icon("reply"), h("i", {}, "The original message is gone."));
  return h("div.message-context", {}, icon("reply"), h("bdi", {}, displayName(original.author)),
    h("span.excerpt", {}, summary(original)));
}

function renderContent(message) {
  if (message.flags & LOADING) {
    return h("p.thinking", {}, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      `${displayName(message.author)} is thinking…`);
  }
  if (SYSTEM[message.type]) return h("p.system", {}, h("bdi", {}, displayName(message.author)), " ", SYSTEM[message.type](message));
  const press = pressState(message.id);
  const files = message.attachments ?? [];
  const context = { files, busy: press.loading !== null, loading: press.loading };
  const components = (message.components ?? []).map((entry) => renderComponent(entry, context));
  if (message.flags & COMPONENTS_V2) return h("div.content.v2", {}, components, edited(message));
  return h("div.content", {},
    message.content ? h("div.markdown", {}, markdown(message.content), edited(message)) : null,
    (message.embeds ?? []).map((embed) => renderEmbed(embed, context)),
    files.map((file) => renderAttachment(file, context)),
    components,
    message.content ? null : edited(message));
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return h("small.edited", { title: formatMoment(Date.parse(message.edited_timestamp), "F") }, "(edited)");
}

function renderFoot(message) {
  const failure = message.failure ?? pressState(message.id).failure;
  return [
    failure ? h("p.failure", { role: "alert" }, failure) : null,
    isEphemeral(message) ? h("p.only-you", {}, icon("eye"), "Only you can see this · ",
      h("button.text", { type: "button", "data-action": "dismiss" }, "Dismiss message")) : null,
  ];
}

/** The message in one line of plain words, for notices, replies and screen readers. */
export function summary(message) {
  const words = [message.content ? plainText(message.content) : "", ...wordsOf(message.components ?? [])];
  for (const embed of message.embeds ?? []) words.push(embed.title ?? "", plainText(embed.description ?? ""));
  const text = words.filter(Boolean).join(" · ");
  if (text) return text.length > 160 ? `${text.slice(0, 159)}…` : text;
  return message.attachments?.length ? "sent a file" : "sent a message";
}

function wordsOf(components) {
  return components.flatMap((component) => [
    ...(component.type === 10 ? [plainText(component.content)] : []),
    ...wordsOf(component.components ?? []),
  ]);
}
