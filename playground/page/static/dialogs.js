// Dialogs: made when needed, gone when closed. The browser keeps the focus inside and gives it back.

import { h, icon } from "./dom.js";

/**
 * Opens a dialog and resolves with what `close` was called with, or undefined when it was dismissed
 * (Escape, a press outside, the close button).
 * @template T
 * @param {string} name class of the dialog @param {string} label its title
 * @param {(close: (value?: T) => void) => Array<Node|null>} fill makes the content
 * @returns {Promise<T|undefined>}
 */
export function openDialog(name, label, fill) {
  return new Promise((resolve) => {
    let answer;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    const cross = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => close() }, icon("close"));
    const dialog = h(`dialog.${name}`, { "aria-label": label },
      h("div.dialog-head", {}, h("h2", {}, label), cross), fill(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    // A press that begins and ends on the dialog itself is one on its backdrop: the content covers the rest.
    let down = null;
    dialog.addEventListener("pointerdown", (event) => { down = event.target; });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && down === dialog) close();
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("[autofocus]")?.focus();
  });
}

/** Shows a picture large. @param {HTMLImageElement} img */
export function enlarge(img) {
  const large = h("img", { src: img.src, alt: img.alt });
  return openDialog("lightbox", "Picture", () => [
    large,
    img.alt ? h("p.caption", {}, img.alt) : null,
    h("a.text", { href: img.src, target: "_blank", rel: "noopener" }, "Open in a tab of its own"),
  ]);
}
