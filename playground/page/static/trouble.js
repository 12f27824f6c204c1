// A panel for making trouble, for whoever looks for it: Ctrl+Alt+T, or ?trouble in the address.

import { h, icon, morph } from "./dom.js";
import { displayName, me, on } from "./state.js";
import { ask } from "./socket.js";

const LOOK_EVERY = 1000;
const panel = document.querySelector("#trouble");

/** @type {Array<[string, string]>} what can befall the next requests */
const KINDS = [
  ["hold after", "Hold the answer until I let it go"],
  ["hold before", "Hold the request until I let it go"],
  ["cut before", "Cut before it is carried out"],
  ["cut after", "Cut after it is carried out"],
  ["fail", "Refuse it with error 500"],
  ["late", "Carry it out late"],
];

/** @type {Record<string, string>} what befell a request */
const BEFELL = {
  "hold before": "held",
  "hold after": "answer held",
  "cut before": "cut, not carried out",
  "cut after": "cut, carried out",
  "fail before": "refused, not carried out",
  "fail after": "carried out, answered with an error",
  "late before": "carried out late",
  "late after": "answered late",
  limit: "told to wait",
  interrupt: "cut",
};

/** @type {Element|null} where the focus goes back to */
let before = null;
let timer = 0;

export function setUpTrouble() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.altKey && event.code === "KeyT") {
      event.preventDefault();
      if (panel.hidden) show();
      else hide();
    } else if (event.key === "Escape" && panel.contains(document.activeElement)) {
      hide();
    }
  });
  panel.addEventListener("click", (event) => {
    const held = event.target.closest?.("button[data-held]")?.dataset.held;
    if (held !== undefined) act("release", { held: Number(held) }, "Let go.");
  });
  on("people", nameForget);
  if (new URLSearchParams(location.search).has("trouble")) on("connection", showAtFirst);
}

let shown = false;

function showAtFirst(now) {
  if (shown || now !== "open") return;
  shown = true;
  show();
}

async function show() {
  before = document.activeElement;
  if (!panel.firstChild) panel.replaceChildren(...parts());
  panel.hidden = false;
  nameForget();
  panel.querySelector("select").focus();
  timer = setInterval(() => look("look"), LOOK_EVERY);
  await look("begin");
}

function hide() {
  clearInterval(timer);
  panel.hidden = true;
  before?.focus?.();
}

/** Shows what there is now; a lost connection is told of elsewhere. */
async function look(what) {
  try {
    draw(await ask("trouble", { do: what }));
  } catch {
    // The next look will tell.
  }
}

/** Does something, and says so. @param {string} what @param {Object} details @param {string} words */
async function act(what, details, words) {
  const status = panel.querySelector("[role=status]");
  try {
    draw(await ask("trouble", { do: what, ...details }));
    status.className = "";
    status.textContent = words;
  } catch (error) {
    status.className = "problem";
    status.textContent = error.message;
  }
}

// What stays

function parts() {
  return [
    h("div.dialog-head", {}, h("h2", { id: "trouble-title" }, "Make trouble"),
      h("button.icon-button", { type: "button", "aria-label": "Close", onclick: hide }, icon("close"))),
    h("p", { role: "status" }),
    h("div.trouble-body", {}, nextRequests(), h("ul", { id: "trouble-held" }),
      weather(), gateway(), places(), people(),
      h("h3", {}, "What befell lately"), h("ol", { id: "trouble-lately" }),
      button("Call everything off", () => act("call off", {}, "All is well."))),
  ];
}

const button = (label, onclick, more = {}) => h("button.button.secondary", { type: "button", onclick, ...more }, label);

function field(label, input, name = "field") {
  return h(`div.${name}`, {}, h("label", { for: input.id }, label), input);
}

const number = (name, value, most, more = {}) => h("input", {
  id: `trouble-${name}`, name, type: "number", inputmode: "decimal", min: "0", max: most, step: "any", value, required: true, ...more,
});

const filled = (form) => Object.fromEntries(new FormData(form));

function nextRequests() {
  const kind = h("select", { id: "trouble-kind", name: "kind" }, KINDS.map(([value, words]) => h("option", { value }, words)));
  const route = h("input", {
    id: "trouble-route", name: "route", type: "text", value: "*", list: "trouble-routes", required: true,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  const delay = field("Seconds late", number("delay", 5, 600, { name: "seconds" }));
  const fit = () => { delay.hidden = kind.value !== "late"; };
  kind.addEventListener("change", fit);
  fit();
  const submit = (event) => {
    event.preventDefault();
    const asked = filled(event.target);
    act("befall", asked, `Ready for ${asked.times} ${Number(asked.times) === 1 ? "request" : "requests"} to ${asked.route}.`);
  };
  return h("form", { onsubmit: submit },
    h("h3", {}, "The next requests"),
    field("What happens", kind),
    field("To which (* is anything)", route), h("datalist", { id: "trouble-routes" }),
    h("div.trouble-row", {}, field("How many", number("times", 1, 1000, { min: "1", step: "1" })), delay),
    h("button.button.primary", { type: "submit" }, "Do it"));
}

function weather() {
  const percent = (name, label) => field(label, number(name, 5, 100));
  const submit = (event) => {
    event.preventDefault();
    act("weather", filled(event.target), "The weather is bad.");
  };
  return h("form", { onsubmit: submit },
    h("h3", {}, "Weather"),
    h("p.about", { id: "trouble-weather" }),
    h("div.trouble-row", {}, percent("cut", "Cut, %"), percent("fail", "Fail, %"), percent("late", "Late, %"),
      field("Seconds", number("seconds", 2, 600))),
    h("div.trouble-row", {}, h("button.button.primary", { type: "submit" }, "Bad weather"),
      button("Good weather", () => act("calm", {}, "The weather is good."))));
}

function gateway() {
  return h("div", {}, h("h3", {}, "Gateway"), h("p.about", { id: "trouble-gateway" }),
    h("div.trouble-row", {},
      button("Drop", () => act("drop", {}, "The bot's connection was dropped.")),
      button("Refuse", () => act("refuse", {}, "New connections are refused.")),
      button("Accept", () => act("accept", {}, "New connections are accepted."))));
}

function people() {
  const forget = () => act("forget", {}, `${displayName(me()?.user)} has no private messages any more.`);
  return h("div", {}, h("h3", {}, "Messages only one person sees"),
    button("", forget, { id: "trouble-forget" }));
}

function places() {
  const permission = h("select", { id: "trouble-permission", name: "permission" });
  const place = h("select", { id: "trouble-place", name: "place" });
  const doing = (what, words) => () => act(what, { permission: permission.value, place: place.value }, words());
  const where = () => place.selectedOptions[0].textContent;
  const which = () => permission.selectedOptions[0].textContent;
  const who = () => displayName(me()?.user);
  return h("div", {}, h("h3", {}, "Permissions and places"), h("ul.about", { id: "trouble-lacking" }),
    field("Permission of the bot", permission), field("Where", place),
    h("div.trouble-row", {},
      button("Take it away", doing("take", () => `${which()} is taken in ${where()}.`)),
      button("Give it", doing("give", () => `${which()} is given in ${where()}.`))),
    h("div.trouble-row", {},
      button("Delete this channel", doing("delete", () => "The channel is gone.")),
      button("", doing("leave", () => `${who()} left the server.`), { id: "trouble-leave" }),
      button("", doing("join", () => `${who()} is in the server.`), { id: "trouble-join" })));
}

function nameForget() {
  const name = displayName(me()?.user);
  const labels = { forget: `Forget those of ${name}`, leave: `${name} leaves the server`, join: `${name} comes back` };
  for (const [id, words] of Object.entries(labels)) {
    const place = panel.querySelector(`#trouble-${id}`);
    if (place) place.textContent = words;
  }
}

// What changes

function draw({ held, weather: bad, refusing, befallen, routes, permissions, places, lacking }) {
  if (permissions) panel.querySelector("#trouble-permission").replaceChildren(...permissions.map(({ value, words }) => h("option", { value }, words)));
  drawPlaces(places);
  const missing = lacking.length ? lacking.map((words) => `Lacks ${words}`) : ["The bot may do here what everybody may."];
  morph(panel.querySelector("#trouble-lacking"), h("ul.about", { id: "trouble-lacking" }, missing.map((words) => h("li", {}, words))));
  if (routes) panel.querySelector("#trouble-routes").replaceChildren(...routes.map((value) => h("option", { value })));
  panel.querySelector("#trouble-weather").textContent = bad ? "Bad at the moment." : "Good at the moment.";
  panel.querySelector("#trouble-gateway").textContent = refusing ? "New connections are refused." : "New connections are accepted.";
  morph(panel.querySelector("#trouble-held"), h("ul", { id: "trouble-held" }, held.map((one) => h("li", { dataset: { key: `held-${one.id}` } },
    h("span", {}, `${one.route}: ${one.waiting ? `${one.waiting} held` : "none held yet"}`),
    h("button.button.secondary", { type: "button", dataset: { held: one.id } }, "Let go")))));
  morph(panel.querySelector("#trouble-lately"), h("ol", { id: "trouble-lately" }, befallen.length ? befallen.map(line) : h("li", {}, "Nothing yet.")));
}

/** What is chosen stays chosen, and a list that is open stays as it is while nothing changes. */
function drawPlaces(places) {
  const select = panel.querySelector("#trouble-place");
  const options = places.map(({ id, words }) => h("option", { value: id }, words));
  if (options.map((one) => one.outerHTML).join() === [...select.options].map((one) => one.outerHTML).join()) return;
  const chosen = select.value;
  select.replaceChildren(...options);
  if (places.some(({ id }) => id === chosen)) select.value = chosen;
}

function line({ at, method, route, what }) {
  const time = new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return h("li", {}, h("b", {}, BEFELL[what] ?? what), h("span", {}, `${time} ${method} ${route}`));
}
