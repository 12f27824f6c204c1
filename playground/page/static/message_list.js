// The list of messages of the open channel: patches what changed, keeps the place one reads at and the focus.

import { h, icon, morph } from "./dom.js";
import { renderMessage, summary } from "./message.js";
import { displayName, emit, on, state } from "./state.js";

const NEAR_BOTTOM = 60;
const FOCUSABLE = "button:not([disabled]):not([aria-disabled]), a[href]";

const scroller = document.querySelector("#scroller");
const list = document.querySelector("#messages");
const earlier = document.querySelector("#earlier");
const jump = document.querySelector("#jump");
const announcer = document.querySelector("#announcer");

/** @type {Map<string, {message: any, before: any}>} what each element was drawn from */
let drawn = new Map();
let stuck = true;
let lastTop = 0;
/** Messages that came while reading further up. */
let missed = 0;

/** Draws what is not drawn yet, or no longer true. @param {string} [again] id of a message to draw in any case */
function sync(again) {
  const focus = rememberFocus();
  const next = new Map();
  let cursor = list.firstElementChild;
  state.messages.forEach((message, at) => {
    const before = state.messages[at - 1];
    const known = drawn.get(message.id);
    let element = known && document.getElementById(`message-${message.id}`);
    if (!element) {
      element = renderMessage(message, before);
      list.insertBefore(element, cursor);
    } else {
      while (cursor && cursor !== element) cursor = removeAndNext(cursor);
      if (known.message !== message || known.before !== before || message.id === again) {
        element = morph(element, renderMessage(message, before));
      }
      cursor = element.nextElementSibling;
    }
    next.set(message.id, { message, before });
  });
  while (cursor) cursor = removeAndNext(cursor);
  drawn = next;
  earlier.hidden = !state.earlier;
  restoreFocus(focus);
  if (stuck) toBottom();
}

function removeAndNext(element) {
  const next = element.nextElementSibling;
  element.remove();
  return next;
}

function rememberFocus() {
  const element = document.activeElement;
  const item = element?.closest?.("#messages > li");
  if (!item) return null;
  const place = [...item.querySelectorAll(FOCUSABLE)].indexOf(element);
  return { element, id: item.id, place };
}

/** Where the focused button has gone (a card that was played), its neighbour takes the focus. */
function restoreFocus(focus) {
  if (!focus || (focus.element.isConnected && !focus.element.disabled)) return;
  const item = document.getElementById(focus.id);
  const others = item ? [...item.querySelectorAll(FOCUSABLE)] : [];
  (others[Math.min(Math.max(focus.place, 0), others.length - 1)] ?? item ?? scroller).focus({ preventScroll: true });
}

const nearBottom = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_BOTTOM;

export function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
  stuck = true;
  setMissed(0);
}

function setMissed(count) {
  missed = count;
  jump.hidden = stuck;
  const words = count ? `${count} new ${count === 1 ? "message" : "messages"}` : "";
  jump.replaceChildren(icon("down"), words);
  jump.setAttribute("aria-label", words ? `${words}, go there` : "Go to the newest message");
}

/** Brings one message into view and points it out. @param {string} id @returns {boolean} whether it is there */
export function showMessage(id) {
  const element = document.getElementById(`message-${id}`);
  if (!element) return false;
  element.scrollIntoView({ block: "center" });
  stuck = nearBottom();
  setMissed(stuck ? 0 : missed);
  element.classList.remove("pointed-out");
  void element.offsetWidth;
  element.classList.add("pointed-out");
  element.focus({ preventScroll: true });
  return true;
}

/** Says and counts a message that just came. @param {import("./state.js").Message} message */
export function announce(message) {
  const line = `${displayName(message.author)}: ${summary(message)}`;
  announcer.append(h("p", {}, line));
  while (announcer.childElementCount > 5) announcer.firstElementChild.remove();
  if (!stuck) setMissed(missed + 1);
}

/** Empties the list for another channel. */
export function startOver() {
  list.replaceChildren();
  announcer.replaceChildren();
  drawn = new Map();
  stuck = true;
  setMissed(0);
}

/** Whether the newest message is in view. */
export const atBottom = () => stuck;

export function setUpList() {
  scroller.addEventListener("scroll", () => {
    const near = nearBottom();
    // Only a reader scrolls up; a picture that arrives makes the list longer, and the bottom moves away by itself.
    const up = scroller.scrollTop < lastTop;
    lastTop = scroller.scrollTop;
    if (near === stuck || (stuck && !up)) return;
    stuck = near;
    if (near) emit("bottom");
    setMissed(near ? 0 : missed);
  }, { passive: true });
  // Pictures that load and keyboards that slide in change heights without a scroll of the reader's.
  const watcher = new ResizeObserver(() => {
    if (stuck) scroller.scrollTop = scroller.scrollHeight;
  });
  watcher.observe(list);
  watcher.observe(scroller);
  jump.addEventListener("click", toBottom);
  on("messages", () => sync());
  on("message", sync);
}
