import { shellSteps, type ShellStep } from './outcomes/command/shellSteps';

/** A simple command of a command line. */
export interface CommandStep extends ShellStep {
  /** True if the whole line cannot have succeeded without this step. */
  readonly isRequired: boolean;
  /**
   * True if the step runs whether or not the one before it succeeded: a failure after it does not
   * show that the earlier one failed.
   */
  readonly isFresh: boolean;
}

/** Splits a command line into steps. Never throws. */
export function commandSteps(command: string): readonly CommandStep[] {
  const steps = shellSteps(command);
  const annotated: CommandStep[] = [];
  let isChained = true;
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const { before, after, filters } = step;
    const isLast = index === steps.length - 1;
    isChained = isLast ? after !== '&' : isChained && after === '&&';
    const isFresh = before !== '&&' && before !== '||';
    annotated.push({ ...step, isRequired: isChained && filters.length === 0, isFresh });
  }
  return annotated.toReversed();
}
