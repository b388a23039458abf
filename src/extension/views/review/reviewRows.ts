import type { Review, ReviewFile } from '../../../shared/protocol/work/review';
import type { ReviewAddress, ReviewDocument } from './reviewAddress';

/** A file of a review with the two sides of its diff. */
export interface ReviewRow {
  readonly path: string;
  readonly before: ReviewAddress;
  /**
   * `file` is the file itself, which is editable. An address is a read-only document: the file's
   * text on another machine, or the reason why there is no text. Undefined for a deleted file.
   */
  readonly after: 'file' | ReviewAddress | undefined;
}

/**
 * The sides of each file of a review. `opened` is when the review was opened; `isElsewhere` is true
 * for files on another machine.
 */
export function reviewRows(
  sessionId: string,
  { scope, files }: Review,
  opened: number,
  isElsewhere: boolean,
): readonly ReviewRow[] {
  return files.map((file) => {
    const { path } = file;
    const of = (text: ReviewDocument): ReviewAddress => ({ sessionId, scope, path, text, opened });
    if (file.unreadable !== undefined) {
      return { path, before: of('empty'), after: of(file.unreadable) };
    }
    return {
      path,
      before: of(hasBefore(file) ? 'before' : 'empty'),
      after: file.kind === 'deleted' ? undefined : isElsewhere ? of('after') : 'file',
    };
  });
}

function hasBefore({ kind, against }: ReviewFile): boolean {
  return kind !== 'new' && against !== 'nothing';
}
