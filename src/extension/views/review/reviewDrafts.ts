import * as z from '../../../shared/protocol/schema';
import type { ReviewComment } from '../../../shared/text/reviewMessage';
import type { Keeper } from '../board/arrangements';
import type { CommentsAt } from '../comments/lineComments';

const lineSchema = z.lazy(() => z.number().check(z.int(), z.nonnegative()));
const draftSchema = z.lazyObject(() => ({
  /** Address of the document that it stands in. */
  uri: z.string(),
  sessionId: z.string(),
  name: z.string(),
  side: z.enum(['before', 'after']),
  start: lineSchema,
  end: lineSchema,
  code: z.array(z.string()),
  texts: z.array(z.string()),
}));
/** Comments at one place of a file that a session changed. */
export type ReviewDraft = z.infer<typeof draftSchema>;

const key = 'reviews';
/** The oldest go. */
const keptCount = 500;

/** A document that is commented on. */
export interface CommentedDocument {
  readonly uri: string;
  readonly name: string;
  readonly side: ReviewDraft['side'];
  /** Its lines; undefined where it is not open, so that what was quoted before stays. */
  readonly lines: readonly string[] | undefined;
}

/** Comments of this window that were not sent yet, kept with its workspace: a reload loses none. */
export class ReviewDrafts {
  private drafts: readonly ReviewDraft[];

  constructor(private readonly memento: Keeper) {
    const kept = memento.get(key);
    this.drafts = (Array.isArray(kept) ? (kept as unknown[]) : []).flatMap((one) => {
      const draft = draftSchema.safeParse(one);
      return draft.success ? [draft.data] : [];
    });
  }

  /** Comments in a document, about any session. */
  in(uri: string): readonly CommentsAt[] {
    return this.drafts
      .filter((draft) => draft.uri === uri)
      .map(({ start, end, texts, sessionId }) => ({ start, end, texts, about: sessionId }));
  }

  /** Comments for a session, as its prompt says them. */
  of(sessionId: string): readonly (ReviewComment & { readonly uri: string })[] {
    return this.drafts.filter((draft) => draft.sessionId === sessionId);
  }

  /** The comments in a document are these now. */
  put({ uri, name, side, lines }: CommentedDocument, comments: readonly CommentsAt[]): void {
    const before = this.drafts.filter((draft) => draft.uri === uri);
    const now = comments.flatMap(({ start, end, texts, about }) => {
      const known = before.find((one) => one.sessionId === about && one.start === start);
      const code = [...(lines?.slice(start, end + 1) ?? known?.code ?? [])];
      return about === undefined
        ? []
        : [{ uri, sessionId: about, name, side, start, end, code, texts: [...texts] }];
    });
    this.keep([...this.drafts.filter((draft) => draft.uri !== uri), ...now]);
  }

  /** They were sent. */
  drop(sessionId: string): void {
    this.keep(this.drafts.filter((draft) => draft.sessionId !== sessionId));
  }

  private keep(drafts: readonly ReviewDraft[]): void {
    this.drafts = drafts.slice(-keptCount);
    void this.memento.update(key, drafts.length === 0 ? undefined : this.drafts);
  }
}
