import * as z from '../../../shared/protocol/schema';
import { isEdited } from '../../../shared/text/planMessage';
import type { Keeper } from '../board/arrangements';
import { commentShape, KeptDrafts } from '../comments/keptDrafts';

const draftSchema = z.lazyObject(() => ({
  /** Path of its document, by which a draft is known. */
  path: z.string(),
  sessionId: z.string(),
  /** Name of the session in the tab and in messages. */
  title: z.string(),
  /** The plan as the agent presented it. */
  plan: z.string(),
  /** The text that was saved last. */
  text: z.string(),
  /** The text of its document that is not saved yet. */
  unsaved: z.optional(z.string()),
  comments: z.array(z.object(commentShape())),
}));
/** A plan that somebody looks at, with what they changed and wrote. */
export type PlanDraft = z.infer<typeof draftSchema>;

const limit = 30;

/** Plans of this window, kept with its workspace: a reload loses nothing of what was written. */
export class PlanDrafts {
  private readonly drafts: KeptDrafts<PlanDraft>;
  /** Last texts of drafts that are gone: the editor may still be saving what was closed. */
  private readonly past = new Map<string, string>();

  constructor(memento: Keeper) {
    const schema = z.pipe(draftSchema, z.transform(withUnsaved));
    this.drafts = new KeptDrafts({ memento, key: 'plans', schema, limit });
  }

  get all(): readonly PlanDraft[] {
    return this.drafts.all;
  }

  get(path: string): PlanDraft | undefined {
    return this.all.find((draft) => draft.path === path);
  }

  /** The draft of that plan of the session. */
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

  /** Text of a draft, also of one that is gone. */
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

  /** Deletes the draft of a closed plan, unless it is still open and somebody wrote on it; true if it is gone. */
  deleteClosed(path: string, isOver: boolean): boolean {
    const draft = this.get(path);
    const isTouched =
      draft !== undefined && (isEdited(draft.plan, draft.text) || draft.comments.length > 0);
    if (isTouched && !isOver) return false;
    this.delete(path);
    return true;
  }
}

/** The window before this one went before it could save, or before what it saved was kept. */
function withUnsaved({ unsaved, ...draft }: PlanDraft): PlanDraft {
  return unsaved === undefined ? draft : { ...draft, text: unsaved };
}
