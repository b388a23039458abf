import * as z from '../../../shared/protocol/schema';
import { isEdited } from '../../../shared/text/planMessage';
import type { MementoStore } from '../board/arrangements';
import { commentShape, KeptDrafts } from '../comments/keptDrafts';

const draftSchema = z.lazyObject(() => ({
  /** Path of its document, which identifies the draft. */
  path: z.string(),
  sessionId: z.string(),
  /** Title of the session, for the tab and messages. */
  title: z.string(),
  /** The plan as the agent presented it. */
  plan: z.string(),
  /** The last saved text. */
  text: z.string(),
  /** Unsaved text of the document. */
  unsaved: z.optional(z.string()),
  comments: z.array(z.object(commentShape())),
}));
/** A plan under review, with the person's changes and comments. */
export type PlanDraft = z.infer<typeof draftSchema>;

const limit = 30;

/**
 * The plans under review in this window, stored with its workspace, so that they survive a reload.
 */
export class PlanDrafts {
  private readonly drafts: KeptDrafts<PlanDraft>;
  /**
   * Last texts of deleted drafts, by path, because the editor may still read or save a closed
   * document.
   */
  private readonly past = new Map<string, string>();

  constructor(memento: MementoStore) {
    const schema = z.pipe(draftSchema, z.transform(withUnsaved));
    this.drafts = new KeptDrafts({ memento, key: 'plans', schema, limit });
  }

  get all(): readonly PlanDraft[] {
    return this.drafts.all;
  }

  get(path: string): PlanDraft | undefined {
    return this.all.find((draft) => draft.path === path);
  }

  /** The draft for a plan of a session. */
  of(sessionId: string, plan: string): PlanDraft | undefined {
    return this.all.find((draft) => draft.sessionId === sessionId && draft.plan === plan);
  }

  put(draft: PlanDraft): void {
    this.drafts.set([...this.all.filter(({ path }) => path !== draft.path), draft]);
  }

  update(path: string, change: Partial<Pick<PlanDraft, 'text' | 'unsaved' | 'comments'>>): void {
    if (this.get(path) === undefined) return;
    this.drafts.set(this.all.map((one) => (one.path === path ? { ...one, ...change } : one)));
  }

  /** Text of a draft, including deleted ones. */
  textOf(path: string): string | undefined {
    return this.get(path)?.text ?? this.past.get(path);
  }

  save(path: string, text: string): void {
    if (this.past.has(path)) this.past.set(path, text);
    this.update(path, { text, unsaved: undefined });
  }

  delete(path: string): void {
    const draft = this.get(path);
    if (draft === undefined) return;
    this.past.set(path, draft.text);
    const [oldest] = this.past.keys();
    if (this.past.size > limit && oldest !== undefined) this.past.delete(oldest);
    this.drafts.set(this.all.filter((one) => one.path !== path));
  }

  /**
   * Deletes the draft of a closed plan, unless the plan still waits for an answer and has changes
   * or comments. Returns true if it was deleted.
   */
  deleteClosed(path: string, isOver: boolean): boolean {
    const draft = this.get(path);
    const isTouched =
      draft !== undefined && (isEdited(draft.plan, draft.text) || draft.comments.length > 0);
    if (isTouched && !isOver) return false;
    this.delete(path);
    return true;
  }
}

/** Recovers text that was not saved before the window was reloaded. */
function withUnsaved({ unsaved, ...draft }: PlanDraft): PlanDraft {
  return unsaved === undefined ? draft : { ...draft, text: unsaved };
}
