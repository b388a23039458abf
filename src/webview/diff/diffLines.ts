import { diffWordsWithSpace, structuredPatch } from 'diff';
import type { Hunk, Replacement } from '../../shared/messages/readerItems';

export interface DiffPart {
  readonly text: string;
  /** True if the text differs from the line on the other side. */
  readonly isChange: boolean;
}

export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  /** Line numbers; absent if that side has no such line. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  readonly parts: readonly DiffPart[];
}

export interface Diff {
  readonly hunks: readonly (readonly DiffLine[])[];
  readonly added: number;
  readonly removed: number;
  /** True if the line numbers are those of the file. */
  readonly isNumbered: boolean;
}

const contextLines = 3;
const timeoutMs = 60;
const maxPairLength = 400;

/**
 * Diff from the hunks that the client recorded, or if there are none from the replaced texts, with
 * `context` unchanged lines around a change.
 */
export function diffOf(
  replacements: readonly Replacement[],
  hunks: readonly Hunk[] | undefined,
  context = contextLines,
): Diff {
  const isNumbered = hunks !== undefined && hunks.length > 0;
  const between = (one: Replacement) => hunksBetween(one, context);
  const all = (isNumbered ? hunks : replacements.flatMap(between)).map(linesOf);
  const count = (sign: DiffLine['sign']) =>
    all.reduce((sum, lines) => sum + lines.filter((line) => line.sign === sign).length, 0);
  return { hunks: all, added: count('+'), removed: count('-'), isNumbered };
}

function hunksBetween({ before, after }: Replacement, context: number): readonly Hunk[] {
  const patch = structuredPatch(
    '',
    '',
    withLineBreak(before),
    withLineBreak(after),
    undefined,
    undefined,
    {
      context,
      timeout: timeoutMs,
    },
  );
  // Without a patch the comparison timed out; all lines are then shown as removed and added.
  return patch?.hunks ?? [{ oldStart: 1, newStart: 1, lines: replaceLines(before, after) }];
}

function withLineBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function replaceLines(before: string, after: string): readonly string[] {
  const signed = (text: string, sign: string) =>
    text === '' ? [] : text.split('\n').map((line) => sign + line);
  return [...signed(before, '-'), ...signed(after, '+')];
}

function linesOf({ oldStart, newStart, lines }: Hunk): readonly DiffLine[] {
  let [oldLine, newLine] = [oldStart, newStart];
  const made = lines
    .filter((line) => !line.startsWith('\\'))
    .map((line): DiffLine => {
      const sign = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
      const parts = [{ text: line.slice(1), isChange: false }];
      return {
        sign,
        oldLine: sign === '+' ? undefined : oldLine++,
        newLine: sign === '-' ? undefined : newLine++,
        parts,
      };
    });
  return withWords(made);
}

/** Compares lines word by word if as many were added as removed. */
function withWords(lines: readonly DiffLine[]): readonly DiffLine[] {
  const result = [...lines];
  for (let index = 0; index < lines.length;) {
    const removed = runLength(lines, index, '-');
    const added = runLength(lines, index + removed, '+');
    if (removed > 0 && removed === added) {
      for (let pair = 0; pair < removed; pair += 1) {
        const [one, other] = [result[index + pair], result[index + removed + pair]];
        if (one === undefined || other === undefined) continue;
        const [before, after] = wordParts(textOf(one), textOf(other));
        result[index + pair] = { ...one, parts: before };
        result[index + removed + pair] = { ...other, parts: after };
      }
    }
    index += Math.max(1, removed + added);
  }
  return result;
}

function runLength(lines: readonly DiffLine[], from: number, sign: DiffLine['sign']): number {
  let end = from;
  while (lines[end]?.sign === sign) end += 1;
  return end - from;
}

function textOf({ parts }: DiffLine): string {
  return parts.map(({ text }) => text).join('');
}

function wordParts(
  before: string,
  after: string,
): readonly [readonly DiffPart[], readonly DiffPart[]] {
  const whole = (text: string) => [{ text, isChange: false }];
  if (before.length + after.length > maxPairLength) return [whole(before), whole(after)];
  const changes = diffWordsWithSpace(before, after);
  const shared = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  // Lines with little in common are shown as replaced.
  if (shared * 3 < Math.max(before.trim().length, after.trim().length)) {
    return [whole(before), whole(after)];
  }
  const side = (isOther: 'added' | 'removed', isOwn: 'added' | 'removed') =>
    changes
      .filter((change) => !change[isOther])
      .map((change) => ({ text: change.value, isChange: change[isOwn] }));
  return [side('added', 'removed'), side('removed', 'added')];
}
