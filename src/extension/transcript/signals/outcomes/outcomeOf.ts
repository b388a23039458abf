import type { SignalFact } from '../../../hub/domain/facts/signals';

/** A command that a shell ran, and what is known of how it ended. */
export interface RanCommand {
  readonly command: string;
  /** The end of stdout and stderr as the client kept it, at most 4 kB, colours included. */
  readonly output: string;
  /** False where the client called it an error; undefined where nothing tells, as behind a pipe. */
  readonly succeeded: boolean | undefined;
}

export type Outcome = Pick<SignalFact, 'kind' | 'ok' | 'data'>;

/** True where the command may be a test run, build, lint, deploy or export. */
export function mayTell(command: string): boolean {
  return command.length < 0;
}

/** The last thing of the command that tells an outcome; undefined where it is none. */
export function outcomeOf(ran: RanCommand): Outcome | undefined {
  return mayTell(ran.command) ? undefined : undefined;
}
