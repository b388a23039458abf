import { homedir } from 'node:os';
import type { SessionView } from '../../../shared/api/missionControl';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Event } from '../../util/emitter';
import type { DomainEvent } from '../domain/facts/event';
import { newestSignals, type SignalFact } from '../domain/facts/signals';
import type { LiveBoard } from '../board/liveBoard';
import { OfferedRules } from './offeredRules';
import type { RuleBook } from './ruleBook';
import { RuleTester, apiSignal } from './ruleTester';
import type { Handlers } from '../serve/callRouter';
import type { WindowListener } from '../serve/liveStream';
import { refusals } from '../serve/refusal';

export interface HubRulesParts {
  readonly book: RuleBook;
  readonly board: Pick<LiveBoard, 'get' | 'isKnown' | 'onDidChange'>;
  readonly intake: { readonly onDidApply: Event<DomainEvent> };
  /**
   * Returns the view of a session that layers receive; undefined if the board has no such session.
   */
  readonly viewOf: (sessionId: string) => SessionView | undefined;
}

/** Turn and signals of a session from its transcript, used if layers have no view of it. */
type TranscriptSummary = Pick<SessionView, 'turn'> & { readonly signals: readonly SignalFact[] };

/**
 * Serves label rules: receives them from windows, matches transcripts with them, and tests them.
 */
export class HubRules implements WindowListener {
  private readonly offered = new OfferedRules();
  private readonly tester: RuleTester;
  private readonly summaries = new Map<string, TranscriptSummary>();
  readonly calls: Handlers<'offerRules' | 'testRules'>;

  constructor(private readonly parts: HubRulesParts) {
    const { book, board, intake } = parts;
    this.tester = new RuleTester(book, homedir());
    this.offered.onDidChange(() => book.set(this.offered.sets));
    intake.onDidApply((event) => this.recordTranscript(event));
    board.onDidChange(({ removed }) => {
      for (const sessionId of removed) if (!board.isKnown(sessionId)) this.delete(sessionId);
    });
    this.calls = this.handlers();
  }

  connect(window: string): void {
    this.offered.connect(window);
  }

  disconnect(window: string): void {
    this.offered.disconnect(window);
  }

  dispose(): void {
    this.offered.dispose();
    this.parts.book.dispose();
  }

  private recordTranscript(event: DomainEvent): void {
    if (event.type !== 'transcriptRead') return;
    const { sessionId, facts } = event;
    this.summaries.set(sessionId, { turn: facts.turns, signals: facts.signals });
  }

  private delete(sessionId: string): void {
    this.summaries.delete(sessionId);
    this.parts.book.delete(sessionId);
  }

  private handlers(): HubRules['calls'] {
    return {
      offerRules: (offer) => (this.offered.set(offer) ? undefined : refusals.window),
      testRules: async ({ sessionId, pasted }) => {
        if (pasted !== undefined) return this.tester.ofPasted(pasted);
        const session = sessionId === undefined ? undefined : this.parts.board.get(sessionId);
        if (session === undefined) return refusals.session;
        return this.tester.ofSession(
          session,
          () => this.parts.viewOf(session.sessionId) ?? this.plainView(session),
        );
      },
    };
  }

  /** Returns a session's view from its card and transcript alone, used if layers have no view. */
  private plainView(session: LiveSession): SessionView {
    const { sessionId, title, projectPath, projectName, agentState, stateSince } = session;
    const { turn = 0, signals = [] } = this.summaries.get(sessionId) ?? {};
    const all = newestSignals([...signals, ...this.parts.book.signalsOf(sessionId)]);
    return {
      sessionId,
      title,
      projectPath,
      projectName,
      core: { group: agentState.group, state: agentState.state, since: stateSince },
      turn,
      signals: all.map(apiSignal),
      pullRequests: [],
    };
  }
}
