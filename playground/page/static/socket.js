// The one WebSocket to the server: questions with answers, events, and coming back by itself.

import { emit } from "./state.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** @type {WebSocket|null} */
let socket = null;
let wait = FIRST_WAIT;
let counter = 0;
/** @type {Map<number, {resolve: (value: any) => void, reject: (reason: Error) => void}>} */
const waiting = new Map();

/** A question the server answered with a sentence for the reader. */
export class Refused extends Error {}

/**
 * Connects, and keeps connecting. `opened` runs after each connection, first or later; `received` for each event.
 * The topic "connection" tells "open", or "lost" while there is none.
 * @param {() => Promise<void>} opened @param {(event: any) => void} received
 */
export function connect(opened, received) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/page/socket`;
  socket = new WebSocket(address);
  socket.addEventListener("open", async () => {
    await opened();
    wait = FIRST_WAIT;
    emit("connection", "open");
  });
  socket.addEventListener("message", (event) => {
    const data = JSON.parse(event.data);
    if (data.n === undefined) received(data);
    else answer(data);
  });
  socket.addEventListener("close", () => {
    emit("connection", "lost");
    for (const { reject } of waiting.values()) reject(new Refused("The connection was lost."));
    waiting.clear();
    setTimeout(connect, wait, opened, received);
    wait = Math.min(wait * 1.6, LONGEST_WAIT);
  });
}

function answer({ n, result, error }) {
  const question = waiting.get(n);
  waiting.delete(n);
  if (error === undefined) question?.resolve(result);
  else question?.reject(new Refused(error));
}

/** Asks the server to do something. Rejects with Refused. @param {string} op @param {Object} [details] */
export function ask(op, details = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new Refused("There is no connection to the server just now."));
      return;
    }
    const n = ++counter;
    waiting.set(n, { resolve, reject });
    socket.send(JSON.stringify({ n, op, ...details }));
  });
}
