import type { SignalFact } from '../../../hub/domain/facts/signals';

/** A shell command that came to its end. */
export interface RanCommand {
  readonly command: string;
  /** The end of stdout and stderr as the client kept it, at most 4 kB, colours included. */
  readonly output: string;
  /** False where the client called it an error; undefined where nothing tells, as behind a pipe. */
  readonly succeeded: boolean | undefined;
}

/** Cheap; true where the command may be a test run, build, lint, deploy or export. */
export function mayTell(_command: string): boolean {
  return false;
}

export function outcomeOf(_ran: RanCommand): Pick<SignalFact, 'kind' | 'ok' | 'data'> | undefined {
  return undefined;
}
