import {
  compareSessions,
  sectionOf,
  sections,
  secondarySectionOf,
  type Section,
} from './boardOrder';
import { isAway } from './texts/machineText';
import type { AgentStateGroup, LiveSession } from '../protocol/protocol';

/**
 * Sessions in board order. Inserting a changed session takes O(log n) comparisons; a list is copied
 * when it is next read.
 */
export class SortedSessions {
  private readonly byId = new Map<string, LiveSession>();
  private readonly lists: Readonly<Record<Section, SortedList>> = {
    needs_you: new SortedList(),
    ready: new SortedList(),
    autonomous: new SortedList(),
    delivered: new SortedList(),
    dismissed: new SortedList(),
  };
  private whole: readonly LiveSession[] | undefined;

  get size(): number {
    return this.byId.size;
  }

  /** All sessions; the same array until something changes. */
  get all(): readonly LiveSession[] {
    this.whole ??= sections.flatMap((section) => this.in(section));
    return this.whole;
  }

  /** The sessions of a section; the same array until the section changes. */
  in(section: Section): readonly LiveSession[] {
    return this.lists[section].sessions;
  }

  /** Number of sessions in a section, except those whose machine can’t be reached. */
  countIn(section: Section): number {
    return this.lists[section].reachableCount;
  }

  /** Number of sessions in a group, its secondary section included, counted as in `countIn`. */
  countOf(group: AgentStateGroup): number {
    const tail = secondarySectionOf(group);
    return this.countIn(group) + (tail === undefined ? 0 : this.countIn(tail));
  }

  get(sessionId: string): LiveSession | undefined {
    return this.byId.get(sessionId);
  }

  /** Adds a session, or replaces its earlier version. */
  put(session: LiveSession): void {
    this.delete(session.sessionId);
    this.byId.set(session.sessionId, session);
    this.lists[sectionOf(session)].add(session);
    this.whole = undefined;
  }

  delete(sessionId: string): void {
    const before = this.byId.get(sessionId);
    if (before === undefined) return;
    this.byId.delete(sessionId);
    this.lists[sectionOf(before)].remove(before);
    this.whole = undefined;
  }

  /** Replaces all sessions. */
  replace(sessions: readonly LiveSession[]): void {
    this.byId.clear();
    for (const session of sessions) this.byId.set(session.sessionId, session);
    const sorted = [...this.byId.values()].sort(compareSessions);
    for (const section of sections) {
      this.lists[section].fill(sorted.filter((session) => sectionOf(session) === section));
    }
    this.whole = undefined;
  }
}

class SortedList {
  private list: LiveSession[] = [];
  private copy: readonly LiveSession[] | undefined;

  private awayCount = 0;

  get reachableCount(): number {
    return this.list.length - this.awayCount;
  }

  get sessions(): readonly LiveSession[] {
    this.copy ??= [...this.list];
    return this.copy;
  }

  add(session: LiveSession): void {
    this.list.splice(this.placeOf(session), 0, session);
    if (isAway(session)) this.awayCount += 1;
    this.copy = undefined;
  }

  /**
   * Removes a session; it must be the object that was added, because its index is found by
   * comparing.
   */
  remove(session: LiveSession): void {
    this.list.splice(this.placeOf(session), 1);
    if (isAway(session)) this.awayCount -= 1;
    this.copy = undefined;
  }

  /** Replaces the list; `sorted` must already be sorted. */
  fill(sorted: LiveSession[]): void {
    this.list = sorted;
    this.awayCount = sorted.filter(isAway).length;
    this.copy = undefined;
  }

  /** The index at which a session is or would be inserted; unique, because the order is total. */
  private placeOf(session: LiveSession): number {
    let from = 0;
    let to = this.list.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const other = this.list[middle];
      if (other !== undefined && compareSessions(other, session) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
