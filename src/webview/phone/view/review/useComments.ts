import { useMemo } from 'react';
import { useDraft, usePage } from '../../../page';
import { commentsIn, commentsKey, isSameLine, type FileLineComment } from '../../review/comments';

export interface Comments {
  readonly all: readonly FileLineComment[];
  /** Replaces the comment on its line; an empty text deletes it. */
  write(comment: FileLineComment): void;
  remove(comment: FileLineComment): void;
  /** Moves a comment to a different line. */
  move(from: FileLineComment, to: FileLineComment): void;
  /** Deletes all comments. */
  clear(): void;
}

/** The comments on a session's changes, stored on this phone until they are sent. */
export function useComments(sessionId: string): Comments {
  const { drafts } = usePage();
  const key = commentsKey(sessionId);
  const draft = useDraft(key);
  return useMemo(() => {
    const all = commentsIn(draft);
    const save = (comments: readonly FileLineComment[]): void =>
      comments.length === 0 ? drafts.drop(key) : drafts.store(key, { comments });
    const without = (comment: FileLineComment) => all.filter((one) => !isSameLine(one, comment));
    return {
      all,
      write: (comment) =>
        save(comment.words === '' ? without(comment) : [...without(comment), comment]),
      remove: (comment) => save(without(comment)),
      move: (from, to) => save([...without(from), to]),
      clear: () => save([]),
    };
  }, [drafts, draft, key]);
}
