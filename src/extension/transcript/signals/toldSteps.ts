import { shellSteps } from './outcomes/command/shellSteps';

/** A command of a shell's line. */
export interface ToldStep {
  readonly words: readonly string[];
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
  for (const [index, { words, before, after, filters }] of [...steps.entries()].toReversed()) {
    const isLast = index === steps.length - 1;
    isChained = isLast ? after !== '&' : isChained && after === '&&';
    const isFresh = before !== '&&' && before !== '||';
    told.push({ words, isTold: isChained && filters.length === 0, isFresh });
  }
  return told.toReversed();
}
