import type { BoardReplica } from '../../../src/extension/link/boardReplica';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { Progress, SeenSession } from './messages';

interface Seen {
  state: string;
  stateAt: number;
  face: string;
  faceAt: number;
}

/** Records when the state and the texts (`face`) of each session on the board changed last. */
export class BoardWatch {
  private readonly seen = new Map<string, Seen>();
  private tokensToday = -1;
  todayAt = 0;

  constructor(
    private readonly board: BoardReplica,
    now: () => number,
    each: boolean,
  ) {
    board.onDidChange(({ changed }) => {
      const at = now();
      if (each) for (const session of changed) this.recordChange(session, at);
      const { totalTokensToday } = board.summary;
      if (totalTokensToday !== this.tokensToday) this.todayAt = at;
      this.tokensToday = totalTokensToday;
    });
  }

  get progress(): Progress {
    const { sessions, summary } = this.board;
    return {
      sessions: sessions.length,
      tokensToday: summary.totalTokensToday,
      tokens: sessions.reduce((sum, { tokens }) => sum + tokens.total, 0),
      isRead: Number(summary.scan === undefined),
    };
  }

  list(): SeenSession[] {
    return this.board.sessions.map(({ sessionId, tokens, cost }) => ({
      sessionId,
      stateAt: this.seen.get(sessionId)?.stateAt ?? 0,
      faceAt: this.seen.get(sessionId)?.faceAt ?? 0,
      tokens: tokens.total,
      usd: cost.totalUsd,
    }));
  }

  private recordChange(session: LiveSession, at: number): void {
    const { state, group } = session.agentState;
    const { title, model, lastPrompt, contextWindow, gitBranch } = session;
    const face = [title, model, lastPrompt, contextWindow.usedTokens, gitBranch].join('\n');
    const before = this.seen.get(session.sessionId);
    if (before === undefined) {
      const seen = { state: `${group} ${state}`, stateAt: at, face, faceAt: at };
      this.seen.set(session.sessionId, seen);
      return;
    }
    if (before.state !== `${group} ${state}`) {
      before.state = `${group} ${state}`;
      before.stateAt = at;
    }
    if (before.face !== face) {
      before.face = face;
      before.faceAt = at;
    }
  }
}
