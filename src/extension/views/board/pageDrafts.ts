import * as z from '../../../shared/protocol/schema';
import { type PageDraft, pageDraftSchema } from '../../../shared/messages/pageMessages';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { DraftChange, SharedDrafts } from '../../page/pageParts';
import type { Keeper } from './arrangements';

/** Number of drafts that are remembered, those that were dropped included. */
const keptCount = 100;
/** Changes within this time in ms are kept with one write. */
const keepMs = 300;
const keptKey = 'drafts';

const keptSchema = z.lazy(() => z.array(pageDraftSchema));

/**
 * What the person writes on the pages of a window: each page has drafts of its own, and these make
 * them the same. A dropped draft is remembered, so that a page which was hidden drops it, too.
 */
export class PageDrafts implements SharedDrafts, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<DraftChange>());
  readonly onDidChange = this.changes.event;
  /** The latest is the last. */
  private readonly drafts: Map<string, PageDraft>;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly memento: Keeper) {
    const kept = keptSchema.safeParse(memento.get(keptKey));
    this.drafts = new Map((kept.success ? kept.data : []).map((one) => [nameOf(one), one]));
    this.lifetime.add(toDisposable(() => this.keep()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  get all(): readonly PageDraft[] {
    return [...this.drafts.values()];
  }

  /** Takes what a page tells, unless a later change is known. */
  take(draft: PageDraft, from: object): void {
    const name = nameOf(draft);
    if ((this.drafts.get(name)?.at ?? -Infinity) >= draft.at) return;
    this.drafts.delete(name);
    this.drafts.set(name, draft);
    const [oldest] = this.drafts.keys();
    if (this.drafts.size > keptCount && oldest !== undefined) this.drafts.delete(oldest);
    this.timer ??= setTimeout(() => this.keep(), keepMs);
    this.changes.fire({ draft, from });
  }

  private keep(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.memento.update(keptKey, this.all);
  }
}

function nameOf({ kind, sessionId, part }: PageDraft): string {
  return JSON.stringify([kind, sessionId, part]);
}
