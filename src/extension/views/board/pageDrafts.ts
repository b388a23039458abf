import * as z from '../../../shared/protocol/schema';
import { type PageDraft, pageDraftSchema } from '../../../shared/messages/pageMessages';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { DraftChange, SharedDrafts } from '../../page/pageParts';
import type { MementoStore } from './arrangements';

/** Maximum number of drafts, including discarded ones. */
const maxStoredDrafts = 100;
/** Changes within this time in ms are stored with one write. */
const storeDraftsMs = 300;
const storedDraftsKey = 'drafts';

const storedDraftsSchema = z.lazy(() => z.array(pageDraftSchema));

/**
 * Synchronizes the drafts of a window's pages. Discarded drafts are kept as tombstones, so that a
 * page that was hidden discards them as well.
 */
export class PageDrafts implements SharedDrafts, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<DraftChange>());
  readonly onDidChange = this.changes.event;
  /** Drafts by name, oldest change first. */
  private readonly drafts: Map<string, PageDraft>;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly memento: MementoStore) {
    const stored = storedDraftsSchema.safeParse(memento.get(storedDraftsKey));
    this.drafts = new Map((stored.success ? stored.data : []).map((one) => [nameOf(one), one]));
    this.lifetime.add(toDisposable(() => this.store()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  get all(): readonly PageDraft[] {
    return [...this.drafts.values()];
  }

  /** Applies a draft from a page, unless the stored one is as new or newer. */
  applyDraft(draft: PageDraft, from: object): void {
    const name = nameOf(draft);
    if ((this.drafts.get(name)?.at ?? -Infinity) >= draft.at) return;
    this.drafts.delete(name);
    this.drafts.set(name, draft);
    const [oldest] = this.drafts.keys();
    if (this.drafts.size > maxStoredDrafts && oldest !== undefined) this.drafts.delete(oldest);
    this.timer ??= setTimeout(() => this.store(), storeDraftsMs);
    this.changes.fire({ draft, from });
  }

  private store(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.memento.update(storedDraftsKey, this.all);
  }
}

function nameOf({ kind, sessionId, part }: PageDraft): string {
  return JSON.stringify([kind, sessionId, part]);
}
