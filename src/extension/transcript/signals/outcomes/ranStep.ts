import type { SignalFact } from '../../../hub/domain/facts/signals';
import type { OutcomeStep } from './command/telling';

export type StepOutcome = Pick<SignalFact, 'kind' | 'ok' | 'data'>;

/** A step with all that is known of its end. */
export interface RanStep {
  readonly telling: OutcomeStep;
  readonly lines: readonly string[];
  /** Undefined where the exit code is unknown. */
  readonly exit: boolean | undefined;
  /** True where a filter may have taken lines away that tell. */
  readonly isFiltered: boolean;
  readonly isPiped: boolean;
  /** True where even a fault may have left no line at all. */
  readonly isPicked: boolean;
  /** True where the output went to a file, so that none of it says nothing. */
  readonly isHidden: boolean;
}
