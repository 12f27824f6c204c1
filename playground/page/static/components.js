// Message components, V1 and V2, as elements. Nothing here listens: presses are told apart by data-action
// (see actions.js), so that a message can be patched in place.
// Source: https://docs.discord.com/developers/components/reference

import { h, icon } from "./dom.js";
import { isLocal, localUrl } from "./links.js";
import { customEmoji, link, markdown } from "./markdown.js";
import { here, state, userName } from "./state.js";

/**
 * @typedef {Record<string, any> & {type: number}} Component
 * @typedef {{files: any[], busy: boolean, loading: string|null}} Context a message's attachments; whether a press on
 *   it is under way, and on which custom id
 */

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** @type {Record<number, (component: Component, context: Context) => Node|Node[]|null>} */
const RENDERERS = {
  1: (row, context) => h("div.row", {}, row.components.map((entry) => renderComponent(entry, context))),
  2: renderButton,
  3: renderSelect,
  5: renderSelect,
  6: renderSelect,
  7: renderSelect,
  8: renderSelect,
  9: renderSection,
  10: (text) => h("div.markdown", {}, markdown(text.content)),
  11: (thumbnail, context) => h("div.thumbnail", {}, picture(thumbnail.media, thumbnail, context)),
  12: renderGallery,
  13: (file, context) => veil(file, fileCard({ ...mediaOf(file.file, context), ...sizeAndName(file, context) })),
  14: renderSeparator,
  17: renderContainer,
};

/** @param {Component} component @param {Context} context */
export function renderComponent(component, context) {
  const render = RENDERERS[component.type];
  return render ? render(component, context) : h("p.unsupported", {}, `(a component of type ${component.type})`);
}

function renderContainer(container, context) {
  const colour = container.accent_color;
  const style = colour == null ? {} : { "--accent-colour": `#${colour.toString(16).padStart(6, "0")}` };
  const inside = container.components.map((entry) => renderComponent(entry, context));
  return veil(container, h(`div.container${colour == null ? "" : ".accented"}`, { style }, inside));
}

function renderSection(section, context) {
  const texts = section.components.map((entry) => renderComponent(entry, context));
  return h("div.section", {}, h("div.texts", {}, texts), renderComponent(section.accessory, context));
}

function renderSeparator(separator) {
  const size = separator.spacing === 2 ? ".large" : "";
  return separator.divider === false ? h(`div.gap${size}`) : h(`hr${size || ".small"}`);
}

function renderGallery(gallery, context) {
  const count = Math.min(gallery.items.length, 5);
  return h(`div.gallery.of-${count}`, {}, gallery.items.map((item) => picture(item.media, item, context)));
}

/** A picture that a press enlarges; pictures of other machines are named and linked, never fetched. */
export function picture(media, { description, spoiler }, context) {
  const { url, width, height } = mediaOf(media, context);
  const alt = description ?? "";
  if (!url) return h("p.unsupported", {}, alt || "(a picture that is not there)");
  if (!isLocal(url)) return h("p.remote", {}, "Picture elsewhere: ", link(url, alt || url));
  const img = h("img", { src: localUrl(url), alt, width, height, decoding: "async", title: alt || undefined });
  const label = alt ? `Enlarge picture: ${alt}` : "Enlarge picture";
  const button = h("button.picture", { type: "button", "aria-label": label, "data-action": "enlarge" }, img);
  return spoiler ? veil({ spoiler }, button) : button;
}

function mediaOf(media, { files }) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const file = name ? files.find((entry) => entry.filename === name) : null;
  return name ? { url: file?.url, width: file?.width, height: file?.height } : (media ?? {});
}

function sizeAndName({ file, name, size }, { files }) {
  const known = files.find((entry) => entry.filename === (name ?? file.url.split("/").at(-1)));
  const filename = name ?? known?.filename ?? decodeURIComponent(file.url.split("/").at(-1).split("?")[0]);
  return { filename, size: size ?? known?.size };
}

/** A file to download. @param {{url?: string, filename: string, size?: number}} file */
export function fileCard({ url, filename, size }) {
  const about = size === undefined ? "" : `, ${formatSize(size)}`;
  const props = { href: localUrl(url), download: filename, "aria-label": `Download ${filename}${about}` };
  const words = h("span.file-words", {}, h("b", {}, filename), h("small", {}, size === undefined ? "" : formatSize(size)));
  return h("a.file", props, icon("file"), words, icon("download"));
}

/** @param {number} bytes */
function formatSize(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function veil({ spoiler }, element) {
  if (!spoiler) return element;
  const props = { role: "button", tabindex: "0", "aria-label": "Spoiler, press to see", "data-action": "reveal" };
  return h("div.veil", props, h("div.veiled", {}, element));
}

/** An emoji of a button or an option. @param {{name?: string, id?: string}|null|undefined} emoji */
export function renderEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji.name, emoji.id) : h("span.emoji", {}, emoji.name);
}

function renderButton(button, context) {
  const style = STYLES[button.style] ?? "secondary";
  const label = [renderEmoji(button.emoji), button.label ? h("span", {}, button.label) : null];
  if (button.style === 5) return linkButton(button, label);
  if (!button.custom_id) return h("p.unsupported", {}, "(a button that sells something)");
  const loading = context.loading === button.custom_id;
  return h(`button.button.${style}${loading ? ".loading" : ""}`, {
    type: "button",
    disabled: button.disabled === true,
    // Not `disabled` while the press is under way: that would take the focus away from the key that was pressed.
    "aria-disabled": context.busy ? "true" : undefined,
    "aria-busy": loading ? "true" : undefined,
    dataset: { key: button.custom_id, action: "press", customId: button.custom_id },
  }, h("span.label", {}, label), loading ? h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null);
}

function linkButton(button, label) {
  const anchor = link(button.url, h("span.label", {}, label));
  anchor.classList.add("button", "link");
  if (!anchor.classList.contains("inside")) anchor.append(icon("out"));
  if (button.disabled) {
    anchor.removeAttribute("href");
    anchor.setAttribute("aria-disabled", "true");
  }
  return anchor;
}

function renderSelect(select, context) {
  const chosen = chosenOptions(select);
  const loading = context.loading === select.custom_id;
  const text = chosen.length ? chosen.map((option) => option.label).join(", ") : (select.placeholder ?? "Make a selection");
  return h(`button.select${loading ? ".loading" : ""}${chosen.length ? "" : ".empty"}`, {
    type: "button",
    "aria-haspopup": "dialog",
    disabled: select.disabled === true,
    "aria-disabled": context.busy ? "true" : undefined,
    "aria-label": select.placeholder && chosen.length ? `${select.placeholder}: ${text}` : undefined,
    dataset: { key: select.custom_id, action: "choose", customId: select.custom_id },
  }, h("span.value", {}, chosen.map((option) => [renderEmoji(option.emoji), " "]), text),
  loading ? h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")) : icon("down"));
}

/**
 * What a select of any kind offers here, in the shape of string select options.
 * @param {Component} select @returns {Array<{label: string, value: string, description?: string, emoji?: any}>}
 */
export function selectOptions(select) {
  if (select.type === 3) return select.options;
  const users = usersHere().map((user) => ({ label: userName(user.id), value: user.id, description: user.username }));
  const guild = state.guilds.find((entry) => entry.id === here()?.guild_id);
  const roles = (guild?.roles ?? []).map((role) => ({ label: roleName(role), value: role.id }));
  if (select.type === 5) return users;
  if (select.type === 6) return roles;
  if (select.type === 7) return [...users, ...roles];
  const fits = (channel) => !select.channel_types?.length || select.channel_types.includes(channel.type);
  const channels = state.channels.filter((channel) => channel.guild_id && fits(channel));
  return channels.map((channel) => ({ label: `# ${channel.name}`, value: channel.id }));
}

/** @param {{name: string}} role */
const roleName = ({ name }) => (name.startsWith("@") ? name : `@${name}`);

/** The people and bots one can name in the open channel. */
export function usersHere() {
  const channel = here();
  if (channel?.guild_id) return [...state.users.values()];
  return [...state.users.values()].filter((user) => user.id === state.me || channel?.recipients?.some((one) => one.id === user.id));
}

/** The options a select starts with. @param {Component} select */
export function chosenOptions(select) {
  if (select.type === 3) return select.options.filter((option) => option.default);
  const wanted = new Set((select.default_values ?? []).map((entry) => entry.id));
  return selectOptions(select).filter((option) => wanted.has(option.value));
}

/** Every component of a message, nested ones included. @param {Component[]} components @returns {Component[]} */
export function flatten(components) {
  return components.flatMap((component) => [
    component,
    ...flatten(component.components ?? []),
    ...flatten([component.accessory, component.component].filter(Boolean)),
  ]);
}
