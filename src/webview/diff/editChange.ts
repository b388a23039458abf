import type { EditSurroundings } from '../../shared/protocol/control';
import { shownText } from '../../shared/text/plainText';
import { diffOf, type DiffLine } from './diffLines';

/** An edit as lines, numbered as in the file if its surroundings are known. */
export interface EditChange {
  readonly lines: readonly DiffLine[];
  readonly plus: number;
  readonly minus: number;
  readonly isNumbered: boolean;
}

/**
 * Number of unchanged lines above and below a change, including those that the edit itself repeats.
 */
const linesAround = 3;

/** All lines of both escaped texts, with the surrounding lines of the file. */
export function editChange(
  removed: string,
  added: string,
  surroundings: EditSurroundings | undefined,
): EditChange {
  const around = surroundings && escapeSurroundings(surroundings);
  if (around === undefined) return { ...changeOf(removed, added), isNumbered: false };
  // An edit may start and end within a line.
  const above = around.before.split('\n');
  const head = above.pop() ?? '';
  const [tail = '', ...below] = around.after.split('\n');
  const { lines, plus, minus } = changeOf(head + removed + tail, head + added + tail);
  const repeatedAbove = lines.findIndex(({ sign }) => sign !== ' ');
  const repeatedBelow = lines.toReversed().findIndex(({ sign }) => sign !== ' ');
  const shownAbove = Math.min(above.length, countMissing(repeatedAbove));
  const shown = [
    ...above.slice(above.length - shownAbove).map(unchanged),
    ...lines,
    ...below.slice(0, countMissing(repeatedBelow)).map(unchanged),
  ];
  const first = around.line + above.length - shownAbove;
  return { lines: numberedFrom(shown, first), plus, minus, isNumbered: true };
}

/** Number of surrounding lines to add to those that the edit repeats. */
function countMissing(repeated: number): number {
  return Math.max(0, linesAround - Math.max(0, repeated));
}

/** The surroundings, escaped; undefined if a part of them cannot be shown. */
function escapeSurroundings({
  line,
  before,
  after,
}: EditSurroundings): EditSurroundings | undefined {
  const [above, below] = [before, after].map((text) => shownText(text, Infinity));
  return above?.missing === 0 && below?.missing === 0
    ? { line, before: above.text, after: below.text }
    : undefined;
}

function numberedFrom(lines: readonly DiffLine[], first: number): readonly DiffLine[] {
  let [oldLine, newLine] = [first, first];
  return lines.map((line) => ({
    ...line,
    oldLine: line.sign === '+' ? undefined : oldLine++,
    newLine: line.sign === '-' ? undefined : newLine++,
  }));
}

/**
 * All lines of both texts. A line break at the end of only one text is a change as well, which a
 * comparison by lines ignores.
 */
function changeOf(removed: string, added: string): Omit<EditChange, 'isNumbered'> {
  const isSameEnd = removed.endsWith('\n') === added.endsWith('\n');
  if (isSameEnd || removed === '' || added === '') {
    const diff = diffOf([{ before: removed, after: added }], undefined, Infinity);
    const lines = diff.hunks.flat().map(({ sign, parts }) => lineOf(sign, parts));
    return { lines, plus: diff.added, minus: diff.removed };
  }
  const whole = (text: string, sign: '-' | '+') =>
    text.split('\n').map((line) => lineOf(sign, [{ text: line, isChange: false }]));
  const [before, after] = [whole(removed, '-'), whole(added, '+')];
  return { lines: [...before, ...after], plus: after.length, minus: before.length };
}

function unchanged(text: string): DiffLine {
  return lineOf(' ', [{ text, isChange: false }]);
}

function lineOf(sign: DiffLine['sign'], parts: DiffLine['parts']): DiffLine {
  return { sign, oldLine: undefined, newLine: undefined, parts };
}
