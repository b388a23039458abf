import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import { isNoOutputNote } from '../../../agents/claude/entry/printed';
import type { RanStep } from './ranStep';
import { hasNotRun, scriptTool } from './scriptLines';
import { deployedUrl, oxlintEnd, signs, type Sign } from './signs';

/** An output longer than this, in characters, may have been truncated at its start. */
const maxUntruncated = 3_500;

/** The outcome of a build, lint, deploy or export: from its exit code, otherwise from its output. */
export function signalOfStep(step: RanStep): UntimedSignal | undefined {
  const { telling, lines, exit } = step;
  if (exit !== true && hasNotRun(lines)) return undefined;
  const found = findSign(step);
  const ok = exit ?? found?.ok ?? successBySilence(step);
  if (telling.needsSummary === true && found === undefined) return undefined;
  const { kind, file } = telling;
  const tool = scriptTool(telling, lines) ?? (telling.isScript === true ? found?.tool : undefined);
  const problems = kind === 'lint' ? problemsOf(step, found, ok) : undefined;
  const url = kind === 'deploy' && ok !== false ? deployedUrl(lines) : undefined;
  return {
    kind,
    ...(ok === undefined ? {} : { ok }),
    data: {
      tool: tool ?? telling.tool,
      ...(problems === undefined ? {} : { problems }),
      ...(url === undefined ? {} : { url }),
      ...(file === undefined ? {} : { file }),
    },
  };
}

interface FoundSign {
  readonly ok: boolean;
  readonly tool: string | undefined;
  readonly problems: number | undefined;
}

function findSign({ telling, lines }: RanStep): FoundSign | undefined {
  const oxlint = telling.kind === 'lint' ? readOxlint(lines) : undefined;
  if (oxlint?.ok === false) return oxlint;
  for (const sign of signs[telling.kind]) {
    const match = isApplicable(sign, telling) ? findLast(lines, sign.line) : undefined;
    if (match !== undefined) {
      const problems = match[1] === undefined ? undefined : Number(match[1]);
      return { ok: sign.ok, tool: sign.tool, problems };
    }
  }
  return oxlint;
}

/** Tools share the wording of failures, but only a tool's own wording counts as its success. */
function isApplicable(sign: Sign, { tool, isScript }: RanStep['telling']): boolean {
  return !sign.ok || isScript === true || sign.tool === undefined || sign.tool === tool;
}

function findLast(lines: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const match = pattern.exec(lines[index] ?? '');
    if (match !== null) return match;
  }
  return undefined;
}

function readOxlint(lines: readonly string[]): FoundSign | undefined {
  const match = findLast(lines, oxlintEnd);
  if (match === undefined) return undefined;
  const errors = Number(match[2]);
  return { ok: errors === 0, tool: 'oxlint', problems: Number(match[1]) + errors };
}

/** Success by silence: no output at all from a tool that prints only problems. */
function successBySilence({
  telling,
  lines,
  isPicked,
  isPiped,
  isHidden,
}: RanStep): true | undefined {
  const isBlank = lines.every((line) => line.trim() === '' || isNoOutputNote(line));
  const isSuccess = telling.isSilent === true && isPiped && !isHidden && isBlank;
  return isSuccess && !isPicked ? true : undefined;
}

const typeError = /error TS\d{1,6}: /;

function problemsOf(
  { telling, lines, isPiped }: RanStep,
  found: FoundSign | undefined,
  ok: boolean | undefined,
): number | undefined {
  if (found?.problems !== undefined) return found.problems;
  if (ok === true && (found?.ok === true || telling.isSilent === true)) return 0;
  const length = lines.reduce((all, line) => all + line.length + 1, 0);
  const errors = lines.filter((line) => typeError.test(line)).length;
  return errors > 0 && !isPiped && length < maxUntruncated ? errors : undefined;
}
