/** A terminal, as far as typing needs one. */
export interface TypedInto {
  sendText(text: string, addNewLine: boolean): void;
}

/** The client takes in what was pasted before it heeds a key: so long, in ms, and longer for more. */
const keyAfterMs = 500;
const charactersPerMs = 4;
const longestPauseMs = 5_000;

const escape = '\u001B';
const enter = '\r';
const controlC = '\u0003';
const controlS = '\u0013';

/** Types a text as one paste, so that no line is sent by itself and no character acts as a key. */
export function pasted(text: string): string {
  // A name after @ at the end would leave a list open, which takes the Enter for itself; behind a
  // backslash the Enter begins a new line.
  const closed = /(?:(?:^|\s)@\S*|\\)$/u.test(text) ? `${text} ` : text;
  return `${escape}[200~${closed.replaceAll('\n', enter)}${escape}[201~`;
}

/** Types a prompt without control characters into a client's input box, and sends it. */
export async function typePrompt(terminal: TypedInto, text: string): Promise<void> {
  terminal.sendText(pasted(text), false);
  await pause(text.length);
  terminal.sendText(enter, false);
}

export function typeEscape(terminal: TypedInto): void {
  terminal.sendText(escape, false);
}

/** Leaves the client. Clears the input box first: its text would become a part of the command. */
export async function typeExit(terminal: TypedInto): Promise<void> {
  terminal.sendText(controlC, false);
  await pause(0);
  await typePrompt(terminal, '/exit');
}

/**
 * Opens the client's list of permissions, and keeps what a person has written in the input box. Measured
 * on client 2.1.332: Ctrl+S stashes it, and the client puts it back after the command. In an empty box
 * Ctrl+S brings back what a person stashed: Ctrl+C clears that, and the arrow up has it then.
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
