// What this page knows, and who is told when it changes. Discord's objects are kept as the server sends them.

/**
 * @typedef {{id: string, username: string, global_name?: string|null, bot?: boolean, avatar?: string|null}} User
 * @typedef {{id: string, user: User, accepts_direct_messages: boolean, has_app: boolean, waiting: number}} Person
 * @typedef {{id: string, type: number, guild_id?: string, name?: string, recipients?: User[], topic?: string|null,
 *            parent_id?: string|null, thread_metadata?: {archived: boolean, locked: boolean},
 *            unread: number, mentions: number}} Channel `unread` counts messages, `mentions` those that notify
 * @typedef {{id: string, name: string, description: string|null, scheduled_start_time: string, scheduled_end_time: string,
 *            status: number, entity_metadata: {location: string}}} ScheduledEvent
 * @typedef {Record<string, any> & {id: string, channel_id: string, author: User}} Message
 */

export const state = {
  /** @type {string|null} the id of the person this page is */
  me: null,
  /** @type {Person[]} */
  people: [],
  /** @type {Map<string, User>} everyone known by id, bots too */
  users: new Map(),
  /** @type {Array<{id: string, name: string, roles?: any[], guild_scheduled_events: ScheduledEvent[]}>} */
  guilds: [],
  /** @type {Channel[]} */
  channels: [],
  /** where files and emojis are on this server */
  cdn: "",
  /** @type {string[]} labels of the one-click commands */
  shortcuts: [],
  /** @type {string|null} the id of the channel that is open */
  here: null,
  /** @type {Message[]} of the open channel, oldest first */
  messages: [],
  /** whether the open channel has messages before the first one */
  earlier: false,
  /** @type {string|null} the first message that was unread when the channel was opened */
  firstUnread: null,
};

const GROUP = 3;

/** Whether it is a conversation of several, with a name of its own, and in no server. @param {Channel} channel */
export const isGroup = (channel) => channel.type === GROUP;

const bus = new EventTarget();

/** @param {"people"|"channels"|"here"|"messages"|"message"} topic @param {(detail: any) => void} listener */
export function on(topic, listener) {
  bus.addEventListener(topic, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

export function emit(topic, detail) {
  bus.dispatchEvent(new CustomEvent(topic, { detail }));
}

/** Remembers users by id. @param {Array<User|undefined>} users */
export function learn(...users) {
  for (const user of users) if (user) state.users.set(user.id, user);
}

/** Remembers everyone a message shows. @param {Message} message */
export function learnFrom(message) {
  learn(message.author, ...(message.mentions ?? []), message.interaction_metadata?.user);
}

/** @param {User|undefined} user */
export const displayName = (user) => user?.global_name || user?.username || "unknown person";

/** @param {string} id */
export const userName = (id) => displayName(state.users.get(id));

/** @param {Channel} channel */
export function channelName(channel) {
  return channel.guild_id || isGroup(channel) ? (channel.name ?? "channel") : displayName(channel.recipients?.[0]);
}

export const me = () => state.people.find((person) => person.id === state.me);
export const here = () => state.channels.find((channel) => channel.id === state.here);

/** Snowflakes in order of time: longer is later, else as text. @param {string} a @param {string} b */
export function byAge(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Puts a new or edited message of the open channel in its place. @param {Message} message */
export function putMessage(message) {
  learnFrom(message);
  if (message.channel_id !== state.here) return;
  const at = state.messages.findIndex((known) => byAge(known.id, message.id) >= 0);
  if (at < 0) state.messages.push(message);
  else state.messages.splice(at, state.messages[at].id === message.id ? 1 : 0, message);
  emit("messages");
}

/** @param {string} id */
export function dropMessage(id) {
  state.messages = state.messages.filter((message) => message.id !== id);
  emit("messages");
}
