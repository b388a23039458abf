import type { EditSurroundings } from '../../shared/protocol/control';
import { shownText } from '../../shared/text/plainText';
import { diffOf, type DiffLine } from './diffLines';

/** An edit as lines; their numbers are those of the file where its surroundings are known. */
export interface EditChange {
  readonly lines: readonly DiffLine[];
  readonly plus: number;
  readonly minus: number;
  readonly isNumbered: boolean;
}

/** Unchanged lines above and below a change, together with those that the edit itself repeats. */
const linesAround = 3;

/** All lines of both texts, drawn already, with the lines of the file around them. */
export function editChange(
  removed: string,
  added: string,
  surroundings: EditSurroundings | undefined,
): EditChange {
  const around = surroundings && drawn(surroundings);
  if (around === undefined) return { ...changeOf(removed, added), isNumbered: false };
  // An edit may begin and end within a line.
  const above = around.before.split('\n');
  const head = above.pop() ?? '';
  const [tail = '', ...below] = around.after.split('\n');
  const { lines, plus, minus } = changeOf(head + removed + tail, head + added + tail);
  const repeatedAbove = lines.findIndex(({ sign }) => sign !== ' ');
  const repeatedBelow = lines.toReversed().findIndex(({ sign }) => sign !== ' ');
  const shownAbove = Math.min(above.length, missing(repeatedAbove));
  const shown = [
    ...above.slice(above.length - shownAbove).map(unchanged),
    ...lines,
    ...below.slice(0, missing(repeatedBelow)).map(unchanged),
  ];
  const first = around.line + above.length - shownAbove;
  return { lines: numberedFrom(shown, first), plus, minus, isNumbered: true };
}

/** Lines of the file that are shown beside those that the edit repeats. */
function missing(repeated: number): number {
  return Math.max(0, linesAround - Math.max(0, repeated));
}

/** The surroundings as any text of others is drawn; undefined where a part of them cannot be. */
function drawn({ line, before, after }: EditSurroundings): EditSurroundings | undefined {
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

/** All lines of both texts. A line break at the end of one alone is a change, too, which a comparison by lines does not see. */
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
