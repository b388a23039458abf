import type { ShellStep } from './shellSteps';

/** Commands that hardly ever fail, so that a failure must come from a different step. */
const rarelyFailing = new Set(
  'cd pushd popd echo printf true : export set source . pwd date sleep mkdir unset clear ls nvm alias'.split(
    ' ',
  ),
);
/** Compound commands, whose exit code may come from any part. */
const compound = new Set(['if', 'while', 'until', 'for', 'case', 'function', '!']);

/** The success of one step, derived from that of the whole command; undefined if it cannot be derived. */
export function successOfStep(
  steps: readonly ShellStep[],
  index: number,
  succeeded: boolean | undefined,
): boolean | undefined {
  const step = steps[index];
  if (succeeded === undefined || step === undefined || step.after === '&') return undefined;
  if (steps.some(({ words }) => compound.has(words[0] ?? ''))) return undefined;
  const hasPipefail = steps.some(({ words }) => words[0] === 'set' && words.includes('pipefail'));
  if (step.filters.length > 0 && !hasPipefail) return undefined;
  const after = steps.slice(index + 1 + step.filters.length);
  if (succeeded) return isJoinedBy(step, after, '&&') ? true : undefined;
  return mustHaveFailed(steps.slice(0, index), step, after) ? false : undefined;
}

/** True if the whole command succeeds only when the step and all later ones succeed. */
function isJoinedBy(step: ShellStep, after: readonly ShellStep[], join: string): boolean {
  return (
    after.length === 0 ||
    [step, ...after.slice(0, -1)].every((one) => one.after === join || isPiped(one))
  );
}

function isPiped({ filters }: ShellStep): boolean {
  return filters.length > 0;
}

function mustHaveFailed(
  earlier: readonly ShellStep[],
  step: ShellStep,
  after: readonly ShellStep[],
): boolean {
  const isHarmless = ({ words }: ShellStep): boolean => rarelyFailing.has(words[0] ?? '');
  const isStrict = earlier.some(
    ({ words }) => words[0] === 'set' && words.some((word) => /^-[a-z]{0,5}e/.test(word)),
  );
  const chain = chainBefore(earlier, isStrict);
  if (!chain.every(isHarmless) || chain.some((one) => one.after === '||')) return false;
  if (after.length === 0) return true;
  if (step.after === '&&') return after.every((one) => isHarmless(one) && one.after !== ';');
  // For example `test || exit 1`: if more steps follow, the last one decides.
  return step.after === '||' && after.length === 1;
}

/** The earlier steps whose failure would have kept this one from running. */
function chainBefore(earlier: readonly ShellStep[], isStrict: boolean): readonly ShellStep[] {
  if (isStrict) return earlier;
  const start = earlier.findLastIndex(({ after }) => after === ';' || after === '&');
  return earlier.slice(start + 1);
}

/**
 * The success that an `echo $?` right after the step printed as an exit code; undefined without
 * one.
 */
export function printedExit(
  steps: readonly ShellStep[],
  index: number,
  lines: readonly string[],
): boolean | undefined {
  const step = steps[index];
  const [program, ...words] = steps[index + 1 + (step?.filters.length ?? 0)]?.words ?? [];
  if (step === undefined || program !== 'echo') return undefined;
  const text = words.join(' ');
  const variables = step.filters.length === 0 ? ['$?', '${PIPESTATUS[0]}'] : ['${PIPESTATUS[0]}'];
  const variable = variables.find((one) => text.includes(one));
  if (variable === undefined) return undefined;
  const [before = '', behind = ''] = text.split(variable);
  const line = lines.findLast((one) => one.startsWith(before) && one.endsWith(behind.trimEnd()));
  const code = line?.slice(before.length, line.length - behind.trimEnd().length).trim() ?? '';
  return /^\d{1,3}$/.test(code) ? code === '0' : undefined;
}
