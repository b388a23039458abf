/** The colours of a terminal, complete and nothing else: they draw no character, and hide none here. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const colours = /\u001B\[[0-9;:]*m/g;

/** Takes the colour sequences out of what a program printed; other control characters stay, to be shown. */
export function withoutColours(text: string): string {
  return text.replace(colours, '');
}

/** True for the line that the client has in place of an output that is empty. */
export function saysNoOutput(line: string): boolean {
  return line.startsWith('(Bash completed');
}
