// Who this page is: the switcher at the top, and the panel with everybody.

import { avatar } from "./avatar.js";
import { openDialog } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { displayName, me, on, state } from "./state.js";
import { ask } from "./socket.js";
import { toast } from "./toast.js";

const chips = document.querySelector("#chips");
const members = document.querySelector("#members");

/** @param {number} count what waits, if anything */
export const badge = (count) => (count ? h("span.badge", { "aria-label": `${count} waiting` }, count > 99 ? "99+" : count) : null);

/** @param {(id: string) => void} become what to do to be another person */
export function setUpPeople(become) {
  on("people", () => {
    drawChips(become);
    drawMembers(become);
  });
}

function drawChips(become) {
  const focused = document.activeElement?.closest?.("#chips [data-person]")?.dataset.person;
  chips.replaceChildren(...state.people.map((person) => {
    const mine = person.id === state.me;
    const name = displayName(person.user);
    return h(`button.chip${mine ? ".current" : ""}`, {
      type: "button", "aria-pressed": String(mine), title: mine ? `You are ${name}` : `Switch to ${name}`,
      dataset: { person: person.id }, onclick: () => become(person.id),
    }, avatar(person.user), h("bdi", {}, name), mine ? null : badge(person.waiting));
  }), h("button.chip.add", {
    type: "button", title: "Add a person", "aria-label": "Add a person", onclick: () => addPerson(become),
  }, icon("plus")));
  if (focused) chips.querySelector(`[data-person="${focused}"]`)?.focus();
}

/** Brings the current person's chip into view. */
export function showChip() {
  chips.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "center" });
}

function drawMembers(become) {
  const focused = document.activeElement?.closest?.("#members [data-key]")?.dataset.key;
  const apps = [...state.users.values()].filter((user) => user.bot);
  members.replaceChildren(
    h("h2", {}, `People · ${state.people.length}`),
    h("ul", {}, state.people.map((person) => personRow(person, become))),
    h("button.button.secondary.wide", { type: "button", dataset: { key: "add" }, onclick: () => addPerson(become) },
      icon("plus"), h("span", {}, "Add a person")),
    apps.length ? h("h2", {}, `Apps · ${apps.length}`) : "",
    apps.length ? h("ul", {}, apps.map((user) => h("li.member", {}, avatar(user),
      h("b", {}, h("bdi", {}, displayName(user)), h("span.app-tag", {}, "APP"))))) : "");
  if (focused) members.querySelector(`[data-key="${focused}"]`)?.focus();
}

function personRow(person, become) {
  const name = displayName(person.user);
  const mine = person.id === state.me;
  const accepts = h("input", {
    type: "checkbox", role: "switch", checked: person.accepts_direct_messages, dataset: { key: `dm-${person.id}` },
    onchange: (event) => turn(event.target, "accept_direct_messages", { person: person.id, accept: event.target.checked }),
  });
  const has = h("input", {
    type: "checkbox", role: "switch", checked: person.has_app, dataset: { key: `app-${person.id}` },
    onchange: (event) => turn(event.target, "have_app", { person: person.id, has: event.target.checked }),
  });
  return h(`li.member${mine ? ".current" : ""}`, {}, avatar(person.user),
    h("b", {}, h("bdi", {}, name), mine ? h("small", {}, " you") : null),
    h("label.switch", {}, accepts, h("span", {}, "accepts direct messages")),
    h("label.switch", {}, has, h("span", {}, "has the app in their account")),
    mine ? null : h("button.text.be", {
      type: "button", "aria-label": `Switch to ${name}`, dataset: { key: `be-${person.id}` }, onclick: () => become(person.id),
    }, badge(person.waiting), "Switch"));
}

/** Asks for what a switch says, and turns it back where that cannot be. */
async function turn(box, op, details) {
  try {
    await ask(op, details);
  } catch (error) {
    box.checked = !box.checked;
    toast(error.message, { kind: "error" });
  }
}

async function addPerson(become) {
  const id = await openDialog("modal", "Add a person", (close) => {
    const input = h("input", { id: "new-person", type: "text", maxlength: "32", autocomplete: "off", autofocus: true });
    const problem = h("p.problem", { role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      try {
        close(await ask("add_person", { name: input.value }));
      } catch (error) {
        problem.textContent = error.message;
        input.focus();
      }
    };
    return [h("form", { onsubmit: submit },
      h("div.modal-body", {}, h("div.field", {}, h("label", { for: "new-person" }, "Name"), input, problem)),
      h("div.modal-foot", {}, h("button.button.primary", { type: "submit" }, "Add")))];
  });
  if (id) become(id);
}

/** The person this page is, by name. */
export const myName = () => displayName(me()?.user);
