/** The streams and signals of a process, as far as the tool uses them. */
export type Terminal = Pick<
  NodeJS.WriteStream,
  'write' | 'isTTY' | 'columns' | 'rows' | 'on' | 'off'
>;

/** Prints the current state again and again. */
export interface BoardOutput {
  print(text: string): void;
  close(): void;
}

/**
 * Time, in ms, after which a state is printed again though nothing has changed: only a write tells
 * that the reader of a pipe is gone.
 */
const repeatMs = 60_000;

/** Prints each state that differs from the one before, below it. */
export function appendingOutput(
  terminal: Pick<Terminal, 'write'>,
  now: () => number = () => performance.now(),
): BoardOutput {
  let printed: string | undefined;
  let printedAt = 0;
  return {
    print(text) {
      if (text === printed && now() - printedAt < repeatMs) return;
      printed = text;
      printedAt = now();
      terminal.write(`${text}\n`);
    },
    close: () => undefined,
  };
}

/** Escape sequences: alternate screen, cursor and line wrap off; and all of it back. */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l';

/** Shows the state on a screen of its own, which the terminal cuts at its edges. */
export function screenOutput(terminal: Terminal): BoardOutput {
  let shown = '';
  let drawn: string | undefined;
  const draw = (): void => {
    const lines = shown.split('\n').slice(0, Math.max(1, (terminal.rows ?? 24) - 1));
    const text = `\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J`;
    if (text === drawn) return;
    drawn = text;
    terminal.write(text);
  };
  const redraw = (): void => {
    drawn = undefined;
    draw();
  };
  terminal.write(enter);
  terminal.on('resize', redraw);
  return {
    print(text) {
      shown = text;
      draw();
    },
    close() {
      terminal.off('resize', redraw);
      terminal.write(leave);
    },
  };
}
