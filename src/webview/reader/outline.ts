import { branchAt } from '../../shared/messages/rewoundBranch';
import type { OutlineEntry } from '../../shared/messages/outline';
import type { ToReader } from '../../shared/messages/readerMessages';
import { createStore } from '../store';
import type { ReaderHost } from './host';
import type { Transcript } from './transcript';

export interface OutlineState {
  readonly open: boolean;
  /**
   * Entries except those of rewound branches, in file order; only the last ones of a very long
   * transcript.
   */
  readonly entries: readonly OutlineEntry[];
  /** True once the complete file was searched. */
  readonly done: boolean;
  /** Index of the entry that is visible, or the last one above; -1 before the first one. */
  readonly current: number;
}

/** Maximum number of entries; earlier ones can be reached by search and jumps. */
const maxEntries = 2_000;

/**
 * Prompts, questions, plans, errors and compactions in the complete file, which the host searches.
 */
export class Outline {
  readonly state = createStore<OutlineState>({
    open: false,
    entries: [],
    done: false,
    current: -1,
  });
  private request = 0;
  private foundEntries: readonly OutlineEntry[] = [];

  constructor(
    private readonly host: ReaderHost,
    private readonly transcript: Transcript,
  ) {}

  handleMessage(message: ToReader): void {
    if (message.type === 'overview') this.showFound(this.state.get().done);
    if (message.type === 'replaced' && this.state.get().open) this.setOpen(true);
    if (message.type !== 'outlined' || message.request !== this.request) return;
    if (message.entries.length === 0 && message.done === this.state.get().done) return;
    this.foundEntries = [...this.foundEntries, ...message.entries].slice(-maxEntries);
    this.showFound(message.done);
  }

  setOpen(open: boolean): void {
    this.request += 1;
    this.foundEntries = [];
    this.set({ open, entries: [], done: false, current: -1 });
    this.host.post({ type: 'outline', request: this.request, open });
  }

  /** Updates the current entry after scrolling. */
  onScrolled(): void {
    const { open, entries } = this.state.get();
    if (open) this.set({ current: this.currentOf(entries) });
  }

  private showFound(done: boolean): void {
    const { takenBack } = this.transcript.overview;
    const entries = this.foundEntries.filter(({ at }) => branchAt(takenBack, at) === undefined);
    this.set({ entries, done, current: this.currentOf(entries) });
  }

  private currentOf(entries: readonly OutlineEntry[]): number {
    const { offsetAfterRead } = this.transcript;
    const next = entries.findIndex(({ at }) => at >= offsetAfterRead);
    return (next < 0 ? entries.length : next) - 1;
  }

  private set(change: Partial<OutlineState>): void {
    const before = this.state.get();
    const keys = Object.keys(change) as (keyof OutlineState)[];
    if (keys.some((key) => before[key] !== change[key])) this.state.set({ ...before, ...change });
  }
}
