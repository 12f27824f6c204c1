// The switch between dark and light; theme_first.js has set what holds at the start.

import { icon } from "./dom.js";

const button = document.querySelector("#theme");
const root = document.documentElement;

/** @param {string} theme */
function use(theme) {
  const other = theme === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  button.replaceChildren(icon(other === "light" ? "sun" : "moon"));
  button.setAttribute("aria-label", `Use the ${other} theme`);
  button.title = `Use the ${other} theme`;
}

export function setUpTheme() {
  button.addEventListener("click", () => {
    use(root.dataset.theme === "dark" ? "light" : "dark");
    localStorage.setItem("theme", root.dataset.theme);
  });
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", (event) => {
    if (localStorage.getItem("theme") === null) use(event.matches ? "light" : "dark");
  });
  use(root.dataset.theme);
}
