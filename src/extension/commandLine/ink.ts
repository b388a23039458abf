import type { Tone } from '../../shared/presentation';

/** Colours and weights of a terminal. */
export interface TerminalInk {
  strong(text: string): string;
  dim(text: string): string;
  toned(tone: Tone, text: string): string;
}

/** Plain text, for output to a file or pipe. */
export const noInk: TerminalInk = {
  strong: (text) => text,
  dim: (text) => text,
  toned: (_tone, text) => text,
};

const codes: Readonly<Record<Tone, number>> = { red: 31, amber: 33, green: 32, blue: 34, gray: 39 };

const ansi: TerminalInk = {
  strong: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
  toned: (tone, text) => `\x1b[${codes[tone]}m${text}\x1b[39m`,
};

/** Colours for a terminal, unless the environment turns them off. */
export function inkFor(isTerminal: boolean, env: NodeJS.ProcessEnv): TerminalInk {
  const isOff = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTerminal && !isOff ? ansi : noInk;
}
