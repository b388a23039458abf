/**
 * A shell of the system that runs one command line, as a program starts it. An agent may name a
 * shell of its own, which runs whatever it likes.
 */
const wrapper = /^(?:\/(?:usr\/)?bin\/)?(?:bash|zsh|sh) -l?c (.+)$/su;
/** Parts of a quoted word; a backslash in double quotes takes the meaning of four characters. */
const part = /'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<bare>[\w./:@%+=,-]+)/suy;

/**
 * Returns the command line that a program's command hands to a shell; any other command is
 * returned as it is.
 */
export function unwrapShell(command: string): string {
  const quoted = wrapper.exec(command)?.[1];
  return (quoted === undefined ? undefined : unquoteWord(quoted)) ?? command;
}

/** Returns the text of one quoted word; undefined for several, and for what is not understood. */
function unquoteWord(quoted: string): string | undefined {
  let text = '';
  part.lastIndex = 0;
  while (part.lastIndex < quoted.length) {
    const groups = part.exec(quoted)?.groups;
    if (groups === undefined) return undefined;
    const { single, double, bare = '' } = groups;
    text += single ?? double?.replaceAll(/\\([$`"\\])/gu, '$1') ?? bare;
  }
  return text;
}
