import { shellSteps, type ShellStep } from './outcomes/command/shellSteps';

/** A command of a shell's line. */
export interface ToldStep extends ShellStep {
  /** The whole line cannot have succeeded without it. */
  readonly isTold: boolean;
  /** Runs whether the step before it succeeded or not, so that a failure of the line is none of that one. */
  readonly isFresh: boolean;
}

/** Never throws. */
export function toldSteps(command: string): readonly ToldStep[] {
  const steps = shellSteps(command);
  const told: ToldStep[] = [];
  let isChained = true;
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const { before, after, filters } = step;
    const isLast = index === steps.length - 1;
    isChained = isLast ? after !== '&' : isChained && after === '&&';
    const isFresh = before !== '&&' && before !== '||';
    told.push({ ...step, isTold: isChained && filters.length === 0, isFresh });
  }
  return told.toReversed();
}
