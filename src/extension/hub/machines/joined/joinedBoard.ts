import { compareSessions } from '../../../../shared/board/boardOrder';
import type { Board, LiveSession, Summary } from '../../../../shared/protocol/protocol';
import { Emitter, type Event } from '../../../util/emitter';
import type { Disposable } from '../../../util/lifetime';
import { isSameData } from '../../domain/card/sameData';
import type { BoardUpdate } from '../../serve/liveStream';
import type { Machines } from '../machines';

export interface OwnBoard {
  readonly onDidChange: Event<BoardUpdate>;
  snapshot(): Board;
  get(sessionId: string): LiveSession | undefined;
}

/** The board of this machine and those of the others in one: what windows and phones are told. */
export class JoinedBoard implements Disposable {
  private readonly changes = new Emitter<BoardUpdate>();
  readonly onDidChange = this.changes.event;
  private own: Summary | undefined;
  private told: Summary | undefined;
  private telling: NodeJS.Immediate | undefined;

  constructor(
    private readonly board: OwnBoard,
    private readonly machines: Pick<
      Machines,
      'cards' | 'sessions' | 'session' | 'onDidUpdate' | 'onDidChangeCards'
    >,
  ) {
    board.onDidChange((update) => {
      if (update.summary !== undefined) this.own = update.summary;
      const summary = update.summary && this.newSummary(update.summary);
      this.changes.fire({ ...update, summary });
    });
    machines.onDidUpdate(({ changed, removed }) => {
      const sorted = changed.toSorted(compareSessions);
      this.changes.fire({ changed: sorted, removed, summary: undefined });
    });
    machines.onDidChangeCards(() => {
      this.telling ??= setImmediate(() => this.tell());
    });
  }

  snapshot(): Board {
    const own = this.board.snapshot();
    this.own = own.summary;
    const others = this.machines.sessions;
    const sessions =
      others.length === 0 ? own.sessions : [...own.sessions, ...others].sort(compareSessions);
    return { sessions, summary: this.joined(own.summary) };
  }

  get(sessionId: string): LiveSession | undefined {
    return this.board.get(sessionId) ?? this.machines.session(sessionId);
  }

  dispose(): void {
    clearImmediate(this.telling);
    this.changes.dispose();
  }

  private tell(): void {
    this.telling = undefined;
    const summary = this.newSummary((this.own ??= this.board.snapshot().summary));
    if (summary !== undefined) this.changes.fire({ changed: [], removed: [], summary });
  }

  private newSummary(own: Summary): Summary | undefined {
    const summary = this.joined(own);
    if (isSameData(summary, this.told)) return undefined;
    this.told = summary;
    return summary;
  }

  /** Costs are added up over all machines; a machine that is away keeps what it spent today. */
  private joined(own: Summary): Summary {
    const { cards } = this.machines;
    if (cards.length === 0) return own;
    const sum = (of: 'costTodayUsd' | 'tokensToday' | 'needsYouCount'): number =>
      cards.reduce((total, card) => total + card[of], 0);
    return {
      ...own,
      needsYouCount: own.needsYouCount + sum('needsYouCount'),
      totalCostTodayUsd: own.totalCostTodayUsd + sum('costTodayUsd'),
      totalTokensToday: own.totalTokensToday + sum('tokensToday'),
      machines: [...cards],
    };
  }
}
