import * as vscode from 'vscode';
import { hasTranscript } from '../../shared/board/hasTranscript';
import { t } from '../../shared/words/l10n';
import type { BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import { commandIds } from '../manifest';
import { warnOnError } from './warnOnError';
import { run } from './typedCommands';

export interface LookCommandParts {
  readonly board: Pick<BoardModel, 'sessions'>;
  readonly hub: Calls<'lookAt'>;
  /** Selects the session's row in this window's tree, if it has one. */
  readonly reveal: (sessionId: string) => void;
}

const messageMs = 6_000;

/** Commands for the sessions that changed since they were last seen. */
export class UnseenCommands {
  constructor(private readonly parts: LookCommandParts) {}

  /**
   * Opens the transcript of the most urgent unseen session and marks the session as seen, so that
   * the next call opens the next one.
   */
  async next(): Promise<void> {
    const { board, hub, reveal } = this.parts;
    const session = board.sessions.find(({ unseen }) => unseen === true);
    if (session === undefined) {
      vscode.window.setStatusBarMessage(
        `$(check) ${t('Nothing changed since you looked.')}`,
        messageMs,
      );
      return;
    }
    const { sessionId } = session;
    // Marks the session even if its transcript can't be opened; otherwise it would stay the next
    // one forever.
    await warnOnError(() => hub.call('lookAt', { of: 'sessions', sessionIds: [sessionId] }));
    reveal(sessionId);
    run(hasTranscript(session) ? commandIds.openTranscript : commandIds.revealInBoard, sessionId);
  }

  async markAll(): Promise<void> {
    await warnOnError(() => this.parts.hub.call('lookAt', { of: 'all' }));
  }
}
