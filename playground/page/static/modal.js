// A modal of the bot: its fields, what each accepts, and sending it.
// Source: https://docs.discord.com/developers/components/reference#label

import { chosenOptions, selectOptions } from "./components.js";
import { openDialog } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { pick } from "./picker.js";
import { ask } from "./socket.js";

const FILE_UPLOAD = 19;

/**
 * @typedef {{id: string, element: HTMLElement, value: () => string|string[]|null, problem: () => string|null}} Field
 */

/** Shows a modal and sends what is filled in. @param {Record<string, any>} modal */
export function openModal(modal) {
  return openDialog("modal", modal.title, (close) => {
    const parts = modal.components.map(renderPart);
    const problem = h("p.failure", { role: "alert", hidden: true });
    const send = h("button.button.primary", { type: "submit" }, "Submit");
    const cancel = h("button.button.secondary", { type: "button", onclick: () => close() }, "Cancel");
    const form = h("form", { novalidate: true },
      h("div.modal-body", {}, parts.map((part) => part.element)), problem, h("div.modal-foot", {}, cancel, send));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const fields = parts.flatMap((part) => part.fields);
      if (!validate(fields)) return;
      send.disabled = true;
      problem.hidden = true;
      const answered = await submit(modal, fields);
      send.disabled = false;
      if (answered === true) return close(true);
      problem.textContent = answered;
      problem.hidden = false;
    });
    form.querySelector("input, textarea, button")?.setAttribute("autofocus", "");
    return [form];
  }).then((sent) => {
    if (sent === undefined) ask("close_modal", { modal: modal.id }).catch(() => undefined);
  });
}

async function submit(modal, fields) {
  const values = {};
  for (const field of fields) {
    const value = field.value();
    if (value !== null) values[field.id] = value;
  }
  try {
    const outcome = await ask("submit", { modal: modal.id, values });
    return outcome.state === "failed" ? "Something went wrong. Try again." : true;
  } catch (error) {
    return error.message;
  }
}

function validate(fields) {
  let first = null;
  for (const field of fields) {
    const problem = field.problem();
    field.element.classList.toggle("wrong", problem !== null);
    field.element.querySelector(".problem").textContent = problem ?? "";
    if (problem !== null) first ??= field;
  }
  first?.element.querySelector("input, textarea, button")?.focus();
  return first === null;
}

function renderPart(component) {
  if (component.type === 10) return { element: h("div.markdown", {}, markdown(component.content)), fields: [] };
  if (component.type === 1) {
    const fields = component.components.map((inner) => makeField(inner, inner.label, null));
    return { element: h("div", {}, fields.map((field) => field.element)), fields };
  }
  const inner = component.component;
  if (inner?.type === FILE_UPLOAD) return { element: h("p.unsupported", {}, `${component.label}: this page cannot send files.`), fields: [] };
  const field = makeField(inner, component.label, component.description);
  return { element: field.element, fields: [field] };
}

/** @returns {Field} */
function makeField(component, label, description) {
  const id = `modal-${component.custom_id}`;
  const make = { 4: textField, 21: radioField, 22: checkField, 23: tickField }[component.type] ?? selectField;
  const control = make(component, id, label);
  const needed = component.required !== false && component.type !== 23;
  const words = [label, needed ? h("i", { "aria-hidden": "true", title: "needed" }, "*") : null];
  const grouped = component.type === 21 || component.type === 22;
  const element = h(grouped ? "fieldset.field" : "div.field", {},
    grouped ? h("legend", {}, words) : h("label", { for: id }, words),
    description ? h("p.about", { id: `${id}-about` }, description) : null,
    control.element, control.count ?? null, h("p.problem", { role: "alert" }));
  const empty = () => control.value() === null || control.value().length === 0;
  const problem = () => (needed && empty() ? "This is needed." : empty() ? null : (control.problem?.() ?? null));
  return { id: component.custom_id, element, value: control.value, problem };
}

function textField(component, id) {
  const tag = component.style === 2 ? "textarea" : "input";
  const most = component.max_length ?? 4000;
  const input = h(tag, {
    id, type: tag === "input" ? "text" : undefined, rows: tag === "textarea" ? "4" : undefined,
    placeholder: component.placeholder, maxlength: String(most), autocomplete: "off",
    "aria-required": component.required === false ? undefined : "true",
  });
  input.value = component.value ?? "";
  const least = component.min_length ?? 0;
  const count = component.max_length ? h("small.count", {}) : null;
  const show = () => { if (count) count.textContent = `${input.value.length} of ${most}`; };
  input.addEventListener("input", show);
  show();
  const problem = () => (input.value.length < least ? `At least ${least} characters, please.` : null);
  return { element: input, value: () => input.value, problem, count };
}

function selectField(component, id, label) {
  let values = chosenOptions(component).map((option) => option.value);
  const text = h("span.value");
  const button = h("button.select", { type: "button", id, "aria-haspopup": "dialog" }, text, icon("down"));
  const show = () => {
    const labels = selectOptions(component).filter((option) => values.includes(option.value)).map((option) => option.label);
    text.textContent = labels.join(", ") || component.placeholder || "Make a selection";
    button.classList.toggle("empty", labels.length === 0);
  };
  button.addEventListener("click", async () => {
    values = (await pick({ placeholder: label, ...component }, values)) ?? values;
    show();
  });
  show();
  return { element: button, value: () => values };
}

function radioField(component, id) {
  const rows = component.options.map((option) => choiceRow("radio", id, option));
  const chosen = () => rows.find((row) => row.input.checked)?.input.value ?? null;
  return { element: h("div.choices", {}, rows.map((row) => row.element)), value: chosen };
}

function checkField(component, id) {
  const rows = component.options.map((option) => choiceRow("checkbox", id, option));
  const chosen = () => rows.filter((row) => row.input.checked).map((row) => row.input.value);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? component.options.length;
  const problem = () => (chosen().length < least || chosen().length > most ? `Choose ${least} to ${most}.` : null);
  return { element: h("div.choices", {}, rows.map((row) => row.element)), value: chosen, problem };
}

function tickField(component, id) {
  const input = h("input", { type: "checkbox", id, checked: component.default === true });
  return { element: input, value: () => String(input.checked) };
}

function choiceRow(type, name, option) {
  const input = h("input", { type, name, value: option.value, checked: option.default === true });
  const words = h("span.option-words", {}, option.label, option.description ? h("small", {}, option.description) : null);
  return { input, element: h("label.choice", {}, input, words) };
}
