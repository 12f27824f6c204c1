// Where in the page one is, as the part of the address after "#": /{guild or @me}/{channel}/{message}.

const DISCORD = /^https?:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** The page's own path for a link to a channel or message on Discord, or null. @param {string} url */
export function discordPath(url) {
  const match = DISCORD.exec(url);
  return match && `/${match.slice(1).filter(Boolean).join("/")}`;
}

/** @param {{id: string, guild_id?: string}} channel @param {string} [messageId] */
export function pathTo(channel, messageId) {
  return ["", channel.guild_id ?? "@me", channel.id, messageId].filter((part) => part !== undefined).join("/");
}

/** @returns {{channel: string, message?: string} | null} */
export function readHash(hash = location.hash) {
  const match = /^#\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/.exec(hash);
  return match && { channel: match[1], message: match[2] };
}

/** A file's address without its host when the host is this page's own machine: the page may be open as localhost. */
export function localUrl(url) {
  const loopback = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(\/.*)$/.exec(url ?? "");
  return loopback ? loopback[1] : url;
}

/** Whether the page may show this picture: it never asks other machines for anything. @param {string} url */
export function isLocal(url) {
  return new URL(localUrl(url), location.href).origin === location.origin;
}
