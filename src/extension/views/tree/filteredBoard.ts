import { sections, type Section } from '../../../shared/board/boardOrder';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import { isEmptyFilter, parseFilter } from '../../../shared/board/filter/filterTokens';
import { matcherOf } from '../../../shared/board/filter/sessionFilter';
import type { TreeBoard } from './treeModel';

/** A board with the sessions alone that match what a person typed. */
export class FilteredBoard implements TreeBoard {
  private typed = '';
  private matches: ((session: LiveSession) => boolean) | undefined;
  private readonly lists = new Map<
    Section,
    { readonly all: readonly LiveSession[]; readonly matching: readonly LiveSession[] }
  >();

  constructor(private readonly board: TreeBoard) {}

  /** The filter as it was typed; empty where nothing is filtered. */
  get filter(): string {
    return this.typed;
  }

  set filter(text: string) {
    const filter = parseFilter(text);
    this.typed = isEmptyFilter(filter) ? '' : text.trim();
    this.matches = this.typed === '' ? undefined : matcherOf(filter);
    this.lists.clear();
  }

  get hiddenCount(): number {
    return sections.reduce(
      (sum, section) => sum + this.board.inSection(section).length - this.inSection(section).length,
      0,
    );
  }

  /** Of all sessions, whatever the filter. */
  get summary(): Summary {
    return this.board.summary;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.board.get(sessionId);
  }

  /** The same array until something changes in the section, or the filter. */
  inSection(section: Section): readonly LiveSession[] {
    const all = this.board.inSection(section);
    if (this.matches === undefined) return all;
    const known = this.lists.get(section);
    if (known?.all === all) return known.matching;
    const matching = all.filter(this.matches);
    this.lists.set(section, { all, matching });
    return matching;
  }
}
