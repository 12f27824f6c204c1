// Embeds and attachments: what messages without Components V2 carry.

import { fileCard, picture } from "./components.js";
import { h } from "./dom.js";
import { inline, link, markdown } from "./markdown.js";
import { formatStamp } from "./time.js";

/** @param {Record<string, any>} embed @param {import("./components.js").Context} context */
export function renderEmbed(embed, context) {
  const style = embed.color == null ? {} : { "--accent-colour": `#${embed.color.toString(16).padStart(6, "0")}` };
  const title = embed.title && h("strong.embed-title", {}, embed.url ? link(embed.url, inline(embed.title)) : inline(embed.title));
  return h("div.container.accented.embed", { style },
    embed.author && h("div.embed-author", {}, embed.author.url ? link(embed.author.url, embed.author.name) : embed.author.name),
    title,
    embed.description && h("div.markdown", {}, markdown(embed.description)),
    embed.fields?.length ? h("dl.fields", {}, embed.fields.map(renderField)) : null,
    embed.thumbnail && h("div.thumbnail", {}, picture(embed.thumbnail, {}, context)),
    embed.image && h("div.gallery.of-1", {}, picture(embed.image, {}, context)),
    renderFooter(embed));
}

function renderField(field) {
  const wide = field.inline ? "" : ".wide";
  return h(`div${wide}`, {}, h("dt", {}, inline(field.name)), h("dd.markdown", {}, markdown(field.value)));
}

function renderFooter({ footer, timestamp }) {
  const parts = [footer?.text, timestamp && formatStamp(Date.parse(timestamp))].filter(Boolean);
  return parts.length ? h("small.subtext", {}, parts.join(" · ")) : null;
}

/** @param {Record<string, any>} file @param {import("./components.js").Context} context */
export function renderAttachment(file, context) {
  if (!file.content_type?.startsWith("image/")) return fileCard(file);
  const spoiler = file.filename.startsWith("SPOILER_");
  return h("div.gallery.of-1", {}, picture(file, { description: file.description, spoiler }, context));
}
