import { compareSessions } from '../../../../shared/board/boardOrder';
import { addressOf } from '../../../../shared/protocol/machines/address';
import type { MachineCard } from '../../../../shared/protocol/machines/machineNews';
import type { Board, LiveSession, Summary } from '../../../../shared/protocol/protocol';
import { Emitter, type Event } from '../../../util/emitter';
import type { Disposable } from '../../../util/lifetime';
import { isSameData } from '../../domain/card/sameData';
import type { BoardUpdate } from '../../serve/liveStream';
import type { Machines } from '../machines';
import { DuplicateSessions, type SessionBoard } from './duplicateSessions';

export interface OwnBoard {
  readonly onDidChange: Event<BoardUpdate>;
  snapshot(): Board;
  get(sessionId: string): LiveSession | undefined;
}

/** The merged boards of this machine and all others, which windows and phones show. */
export class JoinedBoard implements Disposable {
  private readonly changes = new Emitter<BoardUpdate>();
  readonly onDidChange = this.changes.event;
  private readonly ownChanges = new Emitter<BoardUpdate>();
  /** Fires with changes of this machine's sessions, without hidden duplicates. */
  readonly onDidChangeOwn = this.ownChanges.event;
  private readonly duplicates = new DuplicateSessions(() => this.sessionBoards);
  private ownSummary: Summary | undefined;
  private lastSummary: Summary | undefined;
  private lastAccount: string | undefined;
  private publishTimer: NodeJS.Immediate | undefined;

  constructor(
    private readonly board: OwnBoard,
    private readonly machines: Pick<
      Machines,
      | 'all'
      | 'cards'
      | 'homeOf'
      | 'ownAccount'
      | 'sessions'
      | 'session'
      | 'onDidUpdate'
      | 'onDidChangeCards'
    >,
  ) {
    board.onDidChange((update) => {
      if (update.summary !== undefined) this.ownSummary = update.summary;
      const shown = this.duplicates.filterUpdate(update);
      const summary = update.summary && this.changedSummary(update.summary);
      const merged = { ...shown, changed: this.withAccount(shown.changed), summary };
      this.changes.fire(merged);
      this.ownChanges.fire(shown === update ? merged : ownUpdate(merged));
      if (shown !== update) this.publishSoon();
    });
    machines.onDidUpdate((update) => {
      const shown = this.duplicates.filterUpdate(update);
      const changed = this.withAccount(shown.changed).toSorted(compareSessions);
      const merged = { changed, removed: shown.removed, summary: undefined };
      this.changes.fire(merged);
      if (shown === update) return;
      this.ownChanges.fire(ownUpdate(merged));
      this.publishSoon(); // The counts may differ from those last sent.
    });
    machines.onDidChangeCards(() => {
      this.publishSoon();
      this.publishAccount();
    });
  }

  snapshot(): Board {
    const own = this.board.snapshot();
    this.ownSummary = own.summary;
    const others = this.machines.sessions;
    const sessions =
      others.length === 0
        ? this.withAccount(own.sessions)
        : [...this.withAccount(own.sessions), ...others]
            .filter(({ sessionId }) => !this.isHidden(sessionId))
            .sort(compareSessions);
    return { sessions, summary: this.mergedSummary(own.summary) };
  }

  get(sessionId: string): LiveSession | undefined {
    return this.board.get(sessionId) ?? this.machines.session(sessionId);
  }

  /**
   * True for a duplicate: another host with the same config home also reports the session, and the
   * card is shown for that host.
   */
  isHidden(sessionId: string): boolean {
    return this.duplicates.isHidden(sessionId);
  }

  /**
   * Returns the session that is shown instead of a hidden one; undefined if the session is not
   * hidden.
   */
  shownFor(sessionId: string): LiveSession | undefined {
    return this.duplicates.shownFor(sessionId);
  }

  dispose(): void {
    clearImmediate(this.publishTimer);
    this.changes.dispose();
    this.ownChanges.dispose();
  }

  private get sessionBoards(): readonly SessionBoard[] {
    const { board, machines } = this;
    const others = machines.all.flatMap((machine): SessionBoard | readonly never[] => {
      const { machineId, sessions } = machine;
      if (machineId === undefined) return [];
      const get = (sessionId: string): LiveSession | undefined =>
        sessions.get(addressOf({ machineId, sessionId }));
      return { home: machines.homeOf(machine), get };
    });
    return [{ home: '', get: (sessionId) => board.get(sessionId) }, ...others];
  }

  /** Name of this hub's own account; undefined without other accounts on the board. */
  get ownAccount(): string | undefined {
    return this.machines.ownAccount;
  }

  /** Adds the name of the own account to sessions of this hub. */
  private withAccount(sessions: readonly LiveSession[]): LiveSession[] {
    const { ownAccount: account } = this;
    if (account === undefined) return [...sessions];
    return sessions.map((one) => (one.machine === undefined ? { ...one, account } : one));
  }

  /** Sends all own sessions again after the name of the own account changed. */
  private publishAccount(): void {
    if (this.lastAccount === this.ownAccount) return;
    this.lastAccount = this.ownAccount;
    const own = this.board.snapshot().sessions.filter(({ sessionId }) => !this.isHidden(sessionId));
    this.changes.fire({ changed: this.withAccount(own), removed: [], summary: undefined });
  }

  private publishSoon(): void {
    this.publishTimer ??= setImmediate(() => this.publishSummary());
  }

  private publishSummary(): void {
    this.publishTimer = undefined;
    const summary = this.changedSummary((this.ownSummary ??= this.board.snapshot().summary));
    if (summary !== undefined) this.changes.fire({ changed: [], removed: [], summary });
  }

  private changedSummary(own: Summary): Summary | undefined {
    const summary = this.mergedSummary(own);
    if (isSameData(summary, this.lastSummary)) return undefined;
    this.lastSummary = summary;
    return summary;
  }

  /**
   * Adds the sums of all machines to the summary. A disconnected machine keeps the costs of today.
   * A machine that reads the same transcripts as another has no costs of its own. A session is
   * counted only where it is shown.
   */
  private mergedSummary(own: Summary): Summary {
    if (this.machines.cards.length === 0) return own;
    const cards = this.machines.cards.map((card) => this.withoutDuplicates(card));
    const sum = (of: 'costTodayUsd' | 'tokensToday' | 'needsYouCount'): number =>
      cards.reduce((total, card) => total + card[of], 0);
    const hidden = this.duplicates.hiddenAt();
    const { ownAccount: account } = this.machines;
    const { stranded, ...rest } = own;
    const offered = stranded?.filter((sessionId) => !this.isHidden(sessionId)) ?? [];
    return {
      ...rest,
      ...(offered.length > 0 && { stranded: offered }),
      needsYouCount: own.needsYouCount - hidden.needs_you + sum('needsYouCount'),
      autonomousCount: own.autonomousCount - hidden.autonomous,
      deliveredCount: own.deliveredCount - hidden.delivered,
      totalCostTodayUsd: own.totalCostTodayUsd + sum('costTodayUsd'),
      totalTokensToday: own.totalTokensToday + sum('tokensToday'),
      machines: cards,
      ...(account !== undefined && { account }),
    };
  }

  private withoutDuplicates(card: MachineCard): MachineCard {
    const hidden = this.duplicates.hiddenAt(card.machineId);
    if (card.machineId === undefined || hidden.all === 0) return card;
    return {
      ...card,
      // The count of the machine arrives slightly before or after its sessions, so the difference
      // may be negative.
      needsYouCount: Math.max(0, card.needsYouCount - hidden.needs_you),
      sessionCount: Math.max(0, card.sessionCount - hidden.all),
    };
  }
}

function ownUpdate(update: BoardUpdate): BoardUpdate {
  return { ...update, changed: update.changed.filter(({ machine }) => machine === undefined) };
}
