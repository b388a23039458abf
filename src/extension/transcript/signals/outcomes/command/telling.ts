import type { OutcomeKind } from './scriptKind';

/** A step of a command that tells an outcome. */
export interface OutcomeStep {
  readonly kind: OutcomeKind;
  /** The runner or tool; of a script the program that ran it. */
  readonly tool: string;
  /** True where a script hides which tool runs. */
  readonly isScript?: boolean;
  /** True where the name alone does not say enough, so that only a summary counts. */
  readonly needsSummary?: boolean;
  readonly isSilent?: boolean;
  /** The file that an export writes, where the command names it. */
  readonly file?: string | undefined;
}
