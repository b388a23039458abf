import * as z from '../../../shared/protocol/schema';
import type { ReviewComment } from '../../../shared/text/reviewMessage';
import type { MementoStore } from '../board/arrangements';
import { commentShape, copyComment, KeptDrafts } from '../comments/keptDrafts';
import type { CommentsAt } from '../comments/lineComments';

const draftSchema = z.lazyObject(() => ({
  /** URI of the commented document. */
  uri: z.string(),
  sessionId: z.string(),
  name: z.string(),
  side: z.enum(['before', 'after']),
  code: z.array(z.string()),
  ...commentShape(),
}));
/** Comments on one range of lines in a changed file. */
export type ReviewDraft = z.infer<typeof draftSchema>;

/** A document with comments. */
export interface CommentedDocument {
  readonly uri: string;
  readonly name: string;
  readonly side: ReviewDraft['side'];
  /**
   * The lines of the document; undefined if it is not open, so that the stored quotations stay
   * unchanged.
   */
  readonly lines: readonly string[] | undefined;
}

/**
 * Comments of this window that were not sent yet, stored with its workspace, so that they survive a
 * reload.
 */
export class ReviewDrafts {
  private readonly drafts: KeptDrafts<ReviewDraft>;

  constructor(memento: MementoStore) {
    this.drafts = new KeptDrafts({ memento, key: 'reviews', schema: draftSchema, limit: 500 });
  }

  /** Comments in a document, for all sessions. */
  in(uri: string): readonly CommentsAt[] {
    return this.drafts.all
      .filter((draft) => draft.uri === uri)
      .map(({ start, end, texts, sessionId }) => ({ start, end, texts, about: sessionId }));
  }

  /** Comments for a session, in the format of its prompt. */
  of(sessionId: string): readonly (ReviewComment & { readonly uri: string })[] {
    return this.drafts.all.filter((draft) => draft.sessionId === sessionId);
  }

  /** Replaces the comments in a document. */
  put({ uri, name, side, lines }: CommentedDocument, comments: readonly CommentsAt[]): void {
    const before = this.drafts.all.filter((draft) => draft.uri === uri);
    const now = comments.flatMap(({ about, ...comment }) => {
      const { start, end } = comment;
      const known = before.find((one) => one.sessionId === about && one.start === start);
      const code = [...(lines?.slice(start, end + 1) ?? known?.code ?? [])];
      return about === undefined
        ? []
        : [{ uri, sessionId: about, name, side, code, ...copyComment(comment) }];
    });
    this.drafts.set([...this.drafts.all.filter((draft) => draft.uri !== uri), ...now]);
  }

  /** Deletes a session's comments after they were sent. */
  drop(sessionId: string): void {
    this.drafts.set(this.drafts.all.filter((draft) => draft.sessionId !== sessionId));
  }
}
