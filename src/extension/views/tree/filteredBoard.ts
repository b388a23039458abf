import { sections, type Section } from '../../../shared/board/boardOrder';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import { isEmptyFilter, parseFilter } from '../../../shared/board/filter/filterTokens';
import { createSessionMatcher } from '../../../shared/board/filter/sessionFilter';
import type { TreeBoard } from './treeModel';

/** A board with only the sessions that match the filter. */
export class FilteredBoard implements TreeBoard {
  private typedFilter = '';
  private isMatch: ((session: LiveSession) => boolean) | undefined;
  private readonly cachedLists = new Map<
    Section,
    { readonly all: readonly LiveSession[]; readonly matching: readonly LiveSession[] }
  >();

  constructor(private readonly board: TreeBoard) {}

  /** The filter as typed; empty if none is set. */
  get filter(): string {
    return this.typedFilter;
  }

  set filter(text: string) {
    const filter = parseFilter(text);
    this.typedFilter = isEmptyFilter(filter) ? '' : text.trim();
    this.isMatch = this.typedFilter === '' ? undefined : createSessionMatcher(filter);
    this.cachedLists.clear();
  }

  get hiddenCount(): number {
    return sections.reduce(
      (sum, section) => sum + this.board.inSection(section).length - this.inSection(section).length,
      0,
    );
  }

  /** Counts all sessions, regardless of the filter. */
  get summary(): Summary {
    return this.board.summary;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.board.get(sessionId);
  }

  /**
   * The matching sessions of a section; returns the same array until the section or the filter
   * changes.
   */
  inSection(section: Section): readonly LiveSession[] {
    const all = this.board.inSection(section);
    if (this.isMatch === undefined) return all;
    const cached = this.cachedLists.get(section);
    if (cached?.all === all) return cached.matching;
    const matching = all.filter(this.isMatch);
    this.cachedLists.set(section, { all, matching });
    return matching;
  }
}
