// Which component of which message waits for its answer, and which press failed.

import { emit } from "./state.js";

/** @type {Map<string, string>} message id → custom id of the component that waits */
const loading = new Map();
/** @type {Map<string, string>} message id → what went wrong with the last press on it */
const failures = new Map();

/** @param {string} messageId */
export const pressState = (messageId) => ({
  loading: loading.get(messageId) ?? null,
  failure: failures.get(messageId) ?? null,
});

/**
 * Shows a component as waiting until `work` has ended, and its error if it comes to one.
 * A message takes one press at a time.
 * @template T @param {string} messageId @param {string} customId @param {() => Promise<T>} work
 * @returns {Promise<T|undefined>}
 */
export async function whilePressed(messageId, customId, work) {
  if (loading.has(messageId)) return undefined;
  loading.set(messageId, customId);
  failures.delete(messageId);
  emit("message", messageId);
  try {
    return await work();
  } catch (error) {
    failures.set(messageId, error.message);
    return undefined;
  } finally {
    loading.delete(messageId);
    emit("message", messageId);
  }
}

/** A message that was edited or is gone has no failed press any more. @param {string} messageId */
export function forgetFailure(messageId) {
  failures.delete(messageId);
}
