// Dates and times in the reader's own language and time zone.

const DATE_STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Formats a moment as Discord's `<t:…:style>` does; style R is relative. @param {number} ms @param {string} style */
export function formatMoment(ms, style = "f") {
  if (style === "R") return relative(ms);
  return new Intl.DateTimeFormat(undefined, DATE_STYLES[style] ?? DATE_STYLES.f).format(ms);
}

/** From when to when, as short as can be: "2 Jan, 20:00 – 23:00". @param {number} from @param {number} to */
export function formatSpan(from, to) {
  const style = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
  return new Intl.DateTimeFormat(undefined, style).formatRange(from, to);
}

/** "in 5 minutes", "2 days ago". @param {number} ms */
function relative(ms) {
  const seconds = Math.round((ms - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** The moment beside an author's name: the time today, with the date before. @param {number} ms */
export function formatStamp(ms) {
  return sameDay(ms, Date.now()) ? formatMoment(ms, "t") : formatMoment(ms, "s");
}

/** @param {number} a @param {number} b */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** Keeps every relative time on the page true. */
export function keepRelativeTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Date.parse(element.dateTime));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
