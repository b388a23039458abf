import { commandIn } from '../../../shared/agents/inputs';
import { detachedCopy } from '../../../shared/text/truncate';

/**
 * A finished tool call, with its texts cut to the lengths that rule expressions are matched with.
 */
export interface FinishedCall {
  readonly tool: string;
  /**
   * Field `command` of the input, at most 4,096 characters, with `\n` as line ends; empty if there
   * is none.
   */
  readonly command: string;
  /** The input as JSON, its first 16,384 characters. */
  readonly input: string;
  /**
   * The first 4,096 and the last 16,384 characters of the output, without colours, with `\n` as
   * line ends.
   */
  readonly output: string;
  /** Undefined if the call continued in the background. */
  readonly ok: boolean | undefined;
  /** When the result arrived, in ms since 1970. */
  readonly at: number;
  readonly turn: number;
}

const commandLength = 4_096;
const inputLength = 16_384;
const outputHead = 4_096;
const outputTail = 16_384;

export function boundedCommand(input: unknown): string {
  return normalizeLineEnds(copyStart(commandIn(input) ?? '', commandLength));
}

export function boundedInput(input: unknown): string {
  return copyStart(JSON.stringify(input) ?? '', inputLength);
}

/**
 * Returns a copy of a text's start. A plain slice would keep the complete text in memory while the
 * call is open.
 */
function copyStart(text: string, length: number): string {
  return text.length <= length ? text : detachedCopy(text.slice(0, length));
}

export function boundedOutput(text: string): string {
  if (text.length <= outputHead + outputTail) return normalizeLineEnds(text);
  return normalizeLineEnds(`${text.slice(0, outputHead)}\n${text.slice(-outputTail)}`);
}

/**
 * Normalizes line ends to `\n`: with `\r\n`, `$` in an expression would not match at the end of a
 * line.
 */
function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
