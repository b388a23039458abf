/** Complete colour sequences of a terminal. They print no character, so none is lost with them. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const colours = /\u001B\[[0-9;:]*m/g;

/** Removes colour sequences from a program's output; other control characters stay visible. */
export function withoutColours(text: string): string {
  return text.replace(colours, '');
}

/** True for the placeholder that the client writes for an empty output. */
export function isNoOutputNote(line: string): boolean {
  return line.startsWith('(Bash completed');
}
