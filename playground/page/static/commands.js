// Slash commands as data: which there are, which match what is typed, and what an option accepts.
// Source: https://docs.discord.com/developers/interactions/application-commands

/** Option types by their names in Discord's documentation. */
export const OPTION = {
  SUB_COMMAND: 1, SUB_COMMAND_GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8,
  MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11,
};

/**
 * @typedef {{name: string, description: string, type: number, required?: boolean, choices?: {name: string, value: any}[],
 *   autocomplete?: boolean, min_value?: number, max_value?: number, min_length?: number, max_length?: number,
 *   channel_types?: number[], options?: Option[]}} Option
 * @typedef {{id: string, path: string, description: string, options: Option[]}} Leaf a command that can be sent; `id` is its root's
 */

/** Commands and subcommands that can be sent, by path. @param {any[]} commands @returns {Leaf[]} */
export function leaves(commands) {
  const walk = (entry, path, id) => {
    const inner = (entry.options ?? []).filter((option) => option.type <= OPTION.SUB_COMMAND_GROUP);
    if (inner.length) return inner.flatMap((option) => walk(option, `${path} ${option.name}`, id));
    return [{ id, path, description: entry.description, options: entry.options ?? [] }];
  };
  const typed = commands.filter((command) => (command.type ?? 1) === 1);
  return typed.flatMap((command) => walk(command, command.name, command.id)).sort((a, b) => a.path.localeCompare(b.path));
}

/** Those whose words begin with the words typed; else those that contain them. @param {Leaf[]} all @param {string} text */
export function matching(all, text) {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const begins = all.filter(({ path }) => {
    const parts = path.split(" ");
    return words.every((word, at) => parts[at]?.startsWith(word));
  });
  if (begins.length) return begins;
  return all.filter(({ path, description }) => words.every((word) => `${path} ${description}`.toLocaleLowerCase().includes(word)));
}

/**
 * What typed text means for an option.
 * @param {Option} option @param {string} text
 * @param {{label: string, value: any}|null} picked a suggestion that was chosen
 * @returns {{value?: any, error?: string}} neither when an optional option is left empty
 */
export function readOption(option, text, picked) {
  if (picked) return { value: picked.value };
  const typed = text.trim();
  if (!typed) return option.required ? { error: `${option.name} is needed.` } : {};
  if (option.choices?.length) {
    const choice = option.choices.find(({ name }) => name.toLocaleLowerCase() === typed.toLocaleLowerCase());
    return choice ? { value: choice.value } : { error: `${option.name}: choose one of those offered.` };
  }
  if (option.type === OPTION.STRING) return readText(option, text);
  if (option.type === OPTION.INTEGER || option.type === OPTION.NUMBER) return readNumber(option, typed);
  return { error: `${option.name}: choose one of those offered.` };
}

function readText(option, text) {
  if (text.length < (option.min_length ?? 0)) return { error: `${option.name}: at least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000)) return { error: `${option.name}: at most ${option.max_length} characters.` };
  return { value: text };
}

function readNumber(option, typed) {
  const whole = option.type === OPTION.INTEGER;
  if (!(whole ? /^-?\d{1,15}$/ : /^-?\d+([.,]\d+)?$/).test(typed)) {
    return { error: `${option.name}: a ${whole ? "whole number" : "number"}, please.` };
  }
  const value = Number(typed.replace(",", "."));
  if (value < (option.min_value ?? -Infinity)) return { error: `${option.name}: at least ${option.min_value}.` };
  if (value > (option.max_value ?? Infinity)) return { error: `${option.name}: at most ${option.max_value}.` };
  return { value };
}
