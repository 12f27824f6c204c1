// Avatars of our own: initials on a colour that follows from the id.

import { h } from "./dom.js";
import { displayName } from "./state.js";

/** @param {string} name up to two letters of it, whatever the script */
function initials(name) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.join("").toLocaleUpperCase() || "?";
}

/** @param {import("./state.js").User} user */
export function avatar(user) {
  const hue = [...user.id].reduce((sum, digit, at) => (sum + Number(digit) * (at + 3) * 37) % 360, 0);
  return h("span.avatar", { "aria-hidden": "true", style: { "--hue": String(hue) } }, initials(displayName(user)));
}
