import type { UntimedSignal } from '../../hub/domain/facts/signals';

/** The result of a shell command in a transcript line. */
export interface ShellResult {
  readonly toolUseId: string;
  /** The end of the output. */
  readonly output: string;
  /** False if the exit code is not 0. */
  readonly succeeded: boolean;
  /** Id of the background shell in which the command continues. */
  readonly background?: string | undefined;
  /** Exit code of the background shell whose output the call read. */
  readonly exitCode?: number | undefined;
  /** The end of what the call read of a background shell, if not its output. */
  readonly read?: string | undefined;
  /** Acts of git that the agent's client reports. */
  readonly acts: readonly UntimedSignal[];
}

/** A report that a background shell ended. */
export interface ShellEnd {
  readonly id: string;
  /** Undefined if it was stopped. */
  readonly succeeded: boolean | undefined;
}

/** Number of characters that are read from the end of an output. */
export const readOutput = 4_096;

export function outputEnd(text: string): string {
  return text.slice(-readOutput);
}
