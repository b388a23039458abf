import { commandIn } from '../../../shared/agents/inputs';
import { alone } from '../domain/words/clip';

/** A call of a tool with what came back, as far as expressions see it. */
export interface FinishedCall {
  readonly tool: string;
  /** Field `command` of its input, 4 kB at most, its lines ended by `\n`; empty where it has none. */
  readonly command: string;
  /** The input as JSON, the first 16 kB. */
  readonly input: string;
  /** The first 4 kB and the last 16 kB of what came back, without colours, its lines ended by `\n`. */
  readonly output: string;
  /** Undefined where it went on in the background. */
  readonly ok: boolean | undefined;
  /** When it came back, in ms since 1970. */
  readonly at: number;
  readonly turn: number;
}

const commandLength = 4_096;
const inputLength = 16_384;
const outputHead = 4_096;
const outputTail = 16_384;

export function boundedCommand(input: unknown): string {
  return withPlainEnds(beginning(commandIn(input) ?? '', commandLength));
}

export function boundedInput(input: unknown): string {
  return beginning(JSON.stringify(input) ?? '', inputLength);
}

/** Calls wait for their results: a slice would keep the whole text in memory till then. */
function beginning(text: string, length: number): string {
  return text.length <= length ? text : alone(text.slice(0, length));
}

export function boundedOutput(text: string): string {
  if (text.length <= outputHead + outputTail) return withPlainEnds(text);
  return withPlainEnds(`${text.slice(0, outputHead)}\n${text.slice(-outputTail)}`);
}

/** Expressions know lines by `\n` alone: `$` would not match at the end of a line of Windows. */
function withPlainEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
