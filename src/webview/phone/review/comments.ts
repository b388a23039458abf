import { fieldsOf, listOf, textOf } from '../../../shared/text/fields';
import { reviewMessage } from '../../../shared/text/reviewMessage';
import type { ReviewFile, ReviewScope } from '../../../shared/protocol/work/review';
import type { DiffLine } from '../../diff/diffLines';

/** A comment on a line of a file, stored until all comments are sent. */
export interface FileLineComment {
  readonly path: string;
  readonly name: string;
  readonly side: 'before' | 'after';
  /**
   * Scope of the review, which determines the text before the changes; absent in comments of an
   * older page.
   */
  readonly scope?: ReviewScope;
  /** Line number on its side, counted from 0. */
  readonly line: number;
  /** The line's text when the comment was written. */
  readonly code: string;
  readonly words: string;
}

export type LinePlace = Pick<FileLineComment, 'path' | 'side' | 'scope' | 'line'>;

/** Key of a session's comments among this phone's drafts; not used by pages in an editor. */
export function commentsKey(sessionId: string): string {
  return `comments/${encodeURIComponent(sessionId)}`;
}

/** The comments of a draft. */
export function commentsIn(kept: unknown): readonly FileLineComment[] {
  return listOf(fieldsOf(kept)['comments']).flatMap((one) => {
    const { path, name, side, scope, line, code, words } = fieldsOf(one);
    if (typeof line !== 'number' || (side !== 'before' && side !== 'after')) return [];
    return [
      {
        path: textOf(path),
        name: textOf(name),
        side,
        ...((scope === 'turn' || scope === 'all') && { scope }),
        line,
        code: textOf(code),
        words: textOf(words),
      },
    ];
  });
}

/** The position of a line of a diff; a removed line belongs to the side before. */
export function placeIn(
  { path }: Pick<ReviewFile, 'path'>,
  scope: ReviewScope,
  line: DiffLine,
): LinePlace {
  return { path, scope, ...sideOf(line) };
}

/** Side and number of a line of a diff, counted from 0. */
export function sideOf({
  sign,
  oldLine = 1,
  newLine = 1,
}: DiffLine): Pick<FileLineComment, 'side' | 'line'> {
  return sign === '-'
    ? { side: 'before', line: oldLine - 1 }
    : { side: 'after', line: newLine - 1 };
}

/** True for the same line; the text after the changes is the same in every scope. */
export function isSameLine(one: LinePlace, { path, side, scope, line }: LinePlace): boolean {
  const isSameText =
    side === 'after' || one.scope === scope || one.scope === undefined || scope === undefined;
  return one.path === path && one.side === side && one.line === line && isSameText;
}

/** Texts of the comments on a file, by side and line. */
export type LineWords = Readonly<Record<FileLineComment['side'], ReadonlyMap<number, string>>>;

export function commentTextsOn(
  { path }: Pick<ReviewFile, 'path'>,
  scope: ReviewScope,
  comments: readonly FileLineComment[],
): LineWords {
  const on = (side: FileLineComment['side']): ReadonlyMap<number, string> =>
    new Map(
      comments
        .filter((one) => isSameLine(one, { path, side, scope, line: one.line }))
        .map(({ line, words }) => [line, words]),
    );
  return { before: on('before'), after: on('after') };
}

/** The prompt that contains the comments; undefined if there are none. */
export function promptOf(comments: readonly FileLineComment[]): string | undefined {
  return reviewMessage({
    remark: '',
    comments: comments.map(({ name, side, line, code, words }) => ({
      name,
      side,
      start: line,
      end: line,
      code: [code],
      texts: [words],
    })),
  });
}
