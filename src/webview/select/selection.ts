import { createStore } from '../store';

export interface SelectionState {
  /** The selected sessions, in the order in which they were selected. */
  readonly ids: ReadonlySet<string>;
  /**
   * Set while a prompt for the selected sessions is being written: those of them that have been
   * running since then.
   */
  readonly writing: ReadonlySet<string> | undefined;
  /** Results of the last action, as sentences for the person. */
  readonly outcome: readonly string[];
}

const emptySelection: SelectionState = { ids: new Set(), writing: undefined, outcome: [] };

/** The sessions selected for an action on several; only sessions whose cards are visible. */
export class Selection {
  readonly state = createStore<SelectionState>(emptySelection);
  /** Start of a range: the last session that was selected or deselected individually. */
  anchor: string | undefined;

  /** `onCount` is called with each new number of selected sessions. */
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

  /**
   * Selects everything from the anchor to a session in the given order; without an anchor only the
   * session.
   */
  addRange(to: string, ordered: readonly string[]): void {
    const [end, start] = [ordered.indexOf(to), ordered.indexOf(this.anchor ?? to)];
    if (start < 0) this.anchor = to;
    const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
    this.anchor ??= to;
    this.add(ordered.slice(first, last + 1));
  }

  /** Deselects sessions that are not listed. */
  retain(visible: ReadonlySet<string>): void {
    const ids = [...this.state.get().ids].filter((id) => visible.has(id));
    this.set(new Set(ids), this.state.get().outcome);
  }

  /** Deselects sessions on which an action was performed, and sets its results. */
  setOutcome(done: readonly string[], outcome: readonly string[]): void {
    const doneIds = new Set(done);
    const ids = [...this.state.get().ids].filter((id) => !doneIds.has(id));
    this.set(new Set(ids), outcome);
  }

  /** Starts or continues writing a prompt; `running` lists the selected sessions that run. */
  write(running: readonly string[]): void {
    const before = this.state.get();
    const { writing = new Set() } = before;
    const isKnown = running.every((id) => writing.has(id));
    if (before.writing !== undefined && isKnown) return;
    this.state.set({ ...before, writing: new Set([...writing, ...running]) });
  }

  endWriting(): void {
    const { ids, outcome } = this.state.get();
    this.state.set(ids.size === 0 ? emptySelection : { ids, outcome, writing: undefined });
  }

  /** Clears the selection; false if nothing was selected. */
  clear(): boolean {
    const before = this.state.get();
    if (before === emptySelection) return false;
    this.state.set(emptySelection);
    if (before.ids.size > 0) this.onCount(0);
    return true;
  }

  private set(ids: ReadonlySet<string>, outcome: readonly string[] = emptySelection.outcome): void {
    const before = this.state.get();
    const isSame = ids.size === before.ids.size && [...ids].every((id) => before.ids.has(id));
    if (isSame && outcome === before.outcome) return;
    if (ids.size > 0) this.state.set({ ...before, ids: isSame ? before.ids : ids, outcome });
    else
      this.state.set(
        before.writing === undefined
          ? emptySelection
          : { ...emptySelection, writing: before.writing },
      );
    if (!isSame) this.onCount(ids.size);
  }
}
