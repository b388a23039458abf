import { useMemo } from 'react';
import { useDraft, usePage } from '../../../page';
import { commentsIn, commentsKey, isAt, type FileLineComment } from '../../review/comments';

export interface Comments {
  readonly all: readonly FileLineComment[];
  /** Puts a comment in the place of the one on its line; one without words goes. */
  write(comment: FileLineComment): void;
  remove(comment: FileLineComment): void;
  /** Puts one in the place of another. */
  move(from: FileLineComment, to: FileLineComment): void;
  /** Forgets all of them. */
  clear(): void;
}

/** The comments on the changes of a session, kept on this phone until they are sent. */
export function useComments(sessionId: string): Comments {
  const { drafts } = usePage();
  const key = commentsKey(sessionId);
  const draft = useDraft(key);
  return useMemo(() => {
    const all = commentsIn(draft);
    const keep = (comments: readonly FileLineComment[]): void =>
      comments.length === 0 ? drafts.drop(key) : drafts.keep(key, { comments });
    const without = (comment: FileLineComment) => all.filter((one) => !isAt(one, comment));
    return {
      all,
      write: (comment) =>
        keep(comment.words === '' ? without(comment) : [...without(comment), comment]),
      remove: (comment) => keep(without(comment)),
      move: (from, to) => keep([...without(from), to]),
      clear: () => keep([]),
    };
  }, [drafts, draft, key]);
}
