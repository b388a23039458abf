import { createStore } from '../store';

export interface SelectionState {
  /** The selected sessions, in the order in which they were selected. */
  readonly ids: ReadonlySet<string>;
  /**
   * Set while a prompt for the selected sessions is being written: those of them that ran since it
   * was begun.
   */
  readonly writing: ReadonlySet<string> | undefined;
  /** What came of the last action, in sentences for the person. */
  readonly outcome: readonly string[];
}

const none: SelectionState = { ids: new Set(), writing: undefined, outcome: [] };

/** The sessions that are selected, to act on several at once; never more than the person can see. */
export class Selection {
  readonly state = createStore<SelectionState>(none);
  /** Where a range begins: the last session that was selected or taken out by itself. */
  anchor: string | undefined;

  /** `onCount` is told each new number of selected sessions. */
  constructor(private readonly onCount: (count: number) => void) {}

  toggle(sessionId: string): void {
    this.anchor = sessionId;
    const ids = new Set(this.state.get().ids);
    if (!ids.delete(sessionId)) ids.add(sessionId);
    this.set(ids);
  }

  add(sessionIds: Iterable<string>): void {
    this.set(new Set([...this.state.get().ids, ...sessionIds]));
  }

  /** Adds everything from the anchor to a session, as they are ordered; without an anchor, the session alone. */
  addRange(to: string, ordered: readonly string[]): void {
    const [end, begin] = [ordered.indexOf(to), ordered.indexOf(this.anchor ?? to)];
    if (begin < 0) this.anchor = to;
    const [first, last] = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
    this.anchor ??= to;
    this.add(ordered.slice(first, last + 1));
  }

  /** Takes out what is not among these. */
  keep(visible: ReadonlySet<string>): void {
    const ids = [...this.state.get().ids].filter((id) => visible.has(id));
    this.set(new Set(ids), this.state.get().outcome);
  }

  /** Takes out what took an action, and says what came of it. */
  settle(done: readonly string[], outcome: readonly string[]): void {
    const gone = new Set(done);
    const ids = [...this.state.get().ids].filter((id) => !gone.has(id));
    this.set(new Set(ids), outcome);
  }

  /** Begins to write a prompt, or goes on with it: these sessions run. */
  write(running: readonly string[]): void {
    const before = this.state.get();
    const { writing = new Set() } = before;
    const isKnown = running.every((id) => writing.has(id));
    if (before.writing !== undefined && isKnown) return;
    this.state.set({ ...before, writing: new Set([...writing, ...running]) });
  }

  endWriting(): void {
    const { ids, outcome } = this.state.get();
    this.state.set(ids.size === 0 ? none : { ids, outcome, writing: undefined });
  }

  /** False where nothing was selected. */
  clear(): boolean {
    const before = this.state.get();
    if (before === none) return false;
    this.state.set(none);
    if (before.ids.size > 0) this.onCount(0);
    return true;
  }

  private set(ids: ReadonlySet<string>, outcome: readonly string[] = none.outcome): void {
    const before = this.state.get();
    const isSame = ids.size === before.ids.size && [...ids].every((id) => before.ids.has(id));
    if (isSame && outcome === before.outcome) return;
    if (ids.size > 0) this.state.set({ ...before, ids: isSame ? before.ids : ids, outcome });
    else this.state.set(before.writing === undefined ? none : { ...none, writing: before.writing });
    if (!isSame) this.onCount(ids.size);
  }
}
