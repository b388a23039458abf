import type { OutcomeKind } from './scriptKind';

/** A step of a command whose outcome is recognised. */
export interface OutcomeStep {
  readonly kind: OutcomeKind;
  /** The runner or tool; for a script, the program that runs it. */
  readonly tool: string;
  /** True if it is a script, so that the actual tool is unknown. */
  readonly isScript?: boolean;
  /** True if the name alone is ambiguous, so that only a summary in the output counts. */
  readonly needsSummary?: boolean;
  readonly isSilent?: boolean;
  /** The output file of an export, if the command names it. */
  readonly file?: string | undefined;
}
