import * as z from '../../../shared/protocol/schema';
import { isEdited } from '../../../shared/text/planMessage';
import type { Keeper } from '../board/arrangements';

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
  comments: z.array(
    z.object({
      start: z.number().check(z.int(), z.nonnegative()),
      end: z.number().check(z.int(), z.nonnegative()),
      texts: z.array(z.string()),
    }),
  ),
}));
/** A plan that somebody looks at, with what they changed and wrote. */
export type PlanDraft = z.infer<typeof draftSchema>;

const key = 'plans';
/** Drafts that could not be read, as they were. */
const unreadableKey = 'plans.unreadable';
/** The oldest go. */
const keptCount = 30;

/** Plans of this window, kept with its workspace: a reload loses nothing of what was written. */
export class PlanDrafts {
  private readonly drafts: Map<string, PlanDraft>;
  /** Last texts of drafts that are gone: the editor may still be saving what was closed. */
  private readonly past = new Map<string, string>();

  constructor(private readonly memento: Keeper) {
    const kept = memento.get(key);
    const all = (Array.isArray(kept) ? kept : kept === undefined ? [] : [kept]) as unknown[];
    const drafts = all.flatMap((one) => {
      const draft = draftSchema.safeParse(one);
      return draft.success ? [withUnsaved(draft.data)] : [];
    });
    this.drafts = new Map(drafts.map((draft) => [draft.path, draft]));
    if (drafts.length === all.length) return;
    // A draft that this version cannot read may be all that is left of somebody's text.
    const damaged = all.filter((one) => !draftSchema.safeParse(one).success);
    const before = memento.get(unreadableKey);
    const aside = [...(Array.isArray(before) ? (before as unknown[]) : []), ...damaged];
    void memento.update(unreadableKey, aside.slice(-keptCount)).then(() => this.keep());
  }

  get all(): readonly PlanDraft[] {
    return [...this.drafts.values()];
  }

  get(path: string): PlanDraft | undefined {
    return this.drafts.get(path);
  }

  /** The draft of that plan of the session. */
  of(sessionId: string, plan: string): PlanDraft | undefined {
    return this.all.find((draft) => draft.sessionId === sessionId && draft.plan === plan);
  }

  put(draft: PlanDraft): void {
    this.drafts.delete(draft.path);
    this.drafts.set(draft.path, draft);
    const [oldest] = this.drafts.keys();
    if (this.drafts.size > keptCount && oldest !== undefined) this.drafts.delete(oldest);
    this.keep();
  }

  update(path: string, change: Partial<Pick<PlanDraft, 'text' | 'unsaved' | 'comments'>>): void {
    const draft = this.drafts.get(path);
    if (draft === undefined) return;
    this.drafts.set(path, { ...draft, ...change });
    this.keep();
  }

  /** Text of a draft, also of one that is gone. */
  textOf(path: string): string | undefined {
    return this.drafts.get(path)?.text ?? this.past.get(path);
  }

  save(path: string, text: string): void {
    if (this.past.has(path)) this.past.set(path, text);
    this.update(path, { text, unsaved: undefined });
  }

  delete(path: string): void {
    const draft = this.drafts.get(path);
    if (draft === undefined) return;
    this.drafts.delete(path);
    this.past.set(path, draft.text);
    const [oldest] = this.past.keys();
    if (this.past.size > keptCount && oldest !== undefined) this.past.delete(oldest);
    this.keep();
  }

  /** Deletes the draft of a closed plan, unless it is still open and somebody wrote on it; true if it is gone. */
  deleteClosed(path: string, isOver: boolean): boolean {
    const draft = this.drafts.get(path);
    const isTouched =
      draft !== undefined && (isEdited(draft.plan, draft.text) || draft.comments.length > 0);
    if (isTouched && !isOver) return false;
    this.delete(path);
    return true;
  }

  private keep(): void {
    void this.memento.update(key, this.drafts.size === 0 ? undefined : this.all);
  }
}

/** The window before this one went before it could save, or before what it saved was kept. */
function withUnsaved({ unsaved, ...draft }: PlanDraft): PlanDraft {
  return unsaved === undefined ? draft : { ...draft, text: unsaved };
}
