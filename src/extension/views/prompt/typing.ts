/** The part of a terminal that the functions below use. */
export interface TypedInto {
  sendText(text: string, addNewLine: boolean): void;
}

/**
 * Minimum delay in ms between a paste and the next key, because the client has to process the
 * pasted text first. It grows with the text's length.
 */
const keyAfterMs = 500;
const charactersPerMs = 4;
const longestPauseMs = 5_000;

const escape = '\u001B';
const enter = '\r';
const controlC = '\u0003';
const controlS = '\u0013';

/**
 * Returns the text as one bracketed paste, so that line breaks do not submit it and no character
 * acts as a key.
 */
export function asPaste(text: string): string {
  // The space closes the completion list of a trailing `@name`, which would consume Enter, and
  // separates a trailing backslash, after which Enter would start a new line.
  const closed = /(?:(?:^|\s)@\S*|\\)$/u.test(text) ? `${text} ` : text;
  return `${escape}[200~${closed.replaceAll('\n', enter)}${escape}[201~`;
}

/**
 * Types a prompt into a client's input box and submits it; the text must not contain control
 * characters.
 */
export async function typePrompt(terminal: TypedInto, text: string): Promise<void> {
  terminal.sendText(asPaste(text), false);
  await pause(text.length);
  terminal.sendText(enter, false);
}

export function typeEscape(terminal: TypedInto): void {
  terminal.sendText(escape, false);
}

/**
 * Exits the client. Clears the input box first, because its text would become part of the command.
 */
export async function typeExit(terminal: TypedInto): Promise<void> {
  terminal.sendText(controlC, false);
  await pause(0);
  await typePrompt(terminal, '/exit');
}

/**
 * Opens the client's permission list and preserves the text in the input box. As of client 2.1.332,
 * Ctrl+S stashes the text, and the client restores it after the command. In an empty box Ctrl+S
 * restores an earlier stash; Ctrl+C then clears the box, and the person can get that text back with
 * the up arrow.
 */
export async function typePermissions(terminal: TypedInto): Promise<void> {
  for (const key of [controlS, controlC]) {
    terminal.sendText(key, false);
    await pause(0);
  }
  await typePrompt(terminal, '/permissions');
}

function pause(characters: number): Promise<void> {
  const ms = Math.min(keyAfterMs + characters / charactersPerMs, longestPauseMs);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
