import { shellSteps } from './outcomes/command/shellSteps';

/** A command of a shell's line. */
export interface ToldStep {
  readonly words: readonly string[];
  /** The whole line cannot have succeeded without it. */
  readonly isTold: boolean;
}

/** Never throws. */
export function toldSteps(command: string): readonly ToldStep[] {
  const steps = shellSteps(command);
  const told: ToldStep[] = [];
  let isChained = true;
  for (const [index, { words, after, filters }] of [...steps.entries()].toReversed()) {
    const isLast = index === steps.length - 1;
    isChained = isLast ? after !== '&' : isChained && after === '&&';
    told.push({ words, isTold: isChained && filters.length === 0 });
  }
  return told.toReversed();
}
