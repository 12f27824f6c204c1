// What pressing things inside messages does. One listener for the whole list: elements come and go by patching.

import { flatten } from "./components.js";
import { openCommand } from "./composer.js";
import { enlarge } from "./dialogs.js";
import { openModal } from "./modal.js";
import { pick } from "./picker.js";
import { whilePressed } from "./presses.js";
import { ask } from "./socket.js";
import { dropMessage, state } from "./state.js";
import { toast } from "./toast.js";

const list = document.querySelector("#messages");

/** @type {Record<string, (element: HTMLElement, messageId: string) => void|Promise<any>>} */
const ACTIONS = {
  press: (element, id) => invoke(id, element.dataset.customId, "press", {}),
  choose: async (element, id) => {
    const customId = element.dataset.customId;
    const message = state.messages.find((entry) => entry.id === id);
    const select = flatten(message.components).find((entry) => entry.custom_id === customId);
    const values = await pick(select);
    if (values) await invoke(id, customId, "select", { values });
  },
  reveal: (element) => {
    element.dataset.localRevealed = "";
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
  },
  command: (element) => openCommand(element.dataset.path, element.dataset.commandId),
  enlarge: (element) => enlarge(element.querySelector("img")),
  dismiss: (element, id) => dismiss(id),
};

function invoke(messageId, customId, op, details) {
  return whilePressed(messageId, customId, async () => {
    const outcome = await ask(op, { message: messageId, custom_id: customId, ...details });
    if (outcome.modal) openModal(outcome.modal);
    if (outcome.state === "failed") throw new Error(outcome.error);
  });
}

async function dismiss(id) {
  const message = state.messages.find((entry) => entry.id === id);
  if (message?.local) return dropMessage(id);
  return ask("dismiss", { message: id }).catch((error) => toast(error.message, { kind: "error" }));
}

export function setUpActions() {
  list.addEventListener("click", (event) => act(event, event.target));
  list.addEventListener("keydown", (event) => {
    const button = (event.key === "Enter" || event.key === " ") && event.target.closest("[role=button][data-action]");
    if (button) act(event, button);
  });
}

function act(event, target) {
  const element = target.closest("[data-action]");
  if (!element || element.getAttribute("aria-disabled") === "true") return;
  if (element.dataset.localRevealed !== undefined) return;
  event.preventDefault();
  ACTIONS[element.dataset.action](element, element.closest("[data-message-id]").dataset.messageId);
}
