import type { OutcomeStep } from './command/outcomeStep';

/** A step that ran, and the evidence of its outcome. */
export interface RanStep {
  readonly telling: OutcomeStep;
  readonly lines: readonly string[];
  /** True if the step exited with 0; undefined if its exit code is unknown. */
  readonly exit: boolean | undefined;
  /** True if a filter may have removed lines that show the outcome. */
  readonly isFiltered: boolean;
  readonly isPiped: boolean;
  /** True if a filter may have removed all lines even of a failure. */
  readonly isPicked: boolean;
  /** True if the output went to a file, so that an empty output means nothing. */
  readonly isHidden: boolean;
}
