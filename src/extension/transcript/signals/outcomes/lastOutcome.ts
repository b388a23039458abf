import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import { successOfStep, printedExit } from './command/successOfStep';
import { findRecognizedSteps, type RecognizedStep } from './command/recognizedSteps';
import { signalOfStep } from './signalOfStep';
import { plainLines } from './plainLines';
import type { RanStep } from './ranStep';
import { testOutcome } from './testOutcome';

/** A shell command that ran, and the evidence of its outcome. */
export interface RanCommand {
  readonly command: string;
  /** The end of stdout and stderr as the client stored it, at most 4 kB, including colours. */
  readonly output: string;
  /** False if the client reports an error; undefined if unknown, as with a pipe. */
  readonly succeeded: boolean | undefined;
}

/** True if the command may be a test run, build, lint, deploy or export. */
export function mayHaveOutcome(command: string): boolean {
  return findRecognizedSteps(command).length > 0;
}

/** The last recognised outcome in the command; undefined if there is none. */
export function findLastOutcome(ran: RanCommand): UntimedSignal | undefined {
  const outcomeSteps = findRecognizedSteps(ran.command);
  if (outcomeSteps.length === 0) return undefined;
  const lines = plainLines(ran.output);
  let vague: UntimedSignal | undefined;
  for (const one of outcomeSteps.toReversed()) {
    const outcome = outcomeOfStep(one, lines, ran.succeeded);
    if (outcome?.ok !== undefined) return outcome;
    // A step that did not run because an earlier one failed has no outcome.
    if (outcome !== undefined && (ran.succeeded !== false || outcomeSteps.length === 1))
      vague ??= outcome;
  }
  return vague;
}

function outcomeOfStep(
  { steps, index, telling }: RecognizedStep,
  lines: readonly string[],
  succeeded: boolean | undefined,
): UntimedSignal | undefined {
  const step = steps[index];
  if (step === undefined) return undefined;
  const later = steps.slice(index + 1).map(({ words }) => words);
  const ran: RanStep = {
    telling,
    lines,
    exit: successOfStep(steps, index, succeeded) ?? printedExit(steps, index, lines),
    isFiltered: (step.isHidden ? later : step.filters).some(dropsLines),
    isPiped: step.filters.length > 0,
    isPicked: step.filters.some((filter) => filter[0] !== 'head' && dropsLines(filter)),
    isHidden: step.isHidden,
  };
  const outcome = telling.kind === 'tests' ? testOutcome(ran) : signalOfStep(ran);
  if (outcome?.ok !== undefined || outcome === undefined) return outcome;
  const mayNotHaveRun =
    succeeded === false && steps.slice(0, index).some(({ after }) => after === '&&');
  return step.after === '&' || mayNotHaveRun ? undefined : outcome;
}

/** True for a filter that passes only some lines, except one that selects failures. */
function dropsLines([program = '', ...args]: readonly string[]): boolean {
  const name = program.split('/').at(-1) ?? '';
  if (!/^(?:e?grep|rg|ag|head|sed|awk|cut|jq|wc|sort|uniq|python3?|node|perl|tr|fgrep)$/.test(name))
    return false;
  return !args.some((word) => /fail|not ok|error|✖|✗|×/i.test(word)) || args.includes('-v');
}
