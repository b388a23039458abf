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
 * Time, in ms, after which an unchanged state is printed again: a closed pipe is detected only by a
 * write.
 */
const repeatMs = 60_000;

/** Appends each state that differs from the previous one. */
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

/**
 * Escape sequences that enter the alternate screen and turn off cursor and line wrap; `leave`
 * reverts them.
 */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l';

/** Shows the state on the alternate screen; the terminal truncates long lines. */
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
