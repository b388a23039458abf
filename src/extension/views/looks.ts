import * as vscode from 'vscode';
import { hasTranscript } from '../../shared/board/hasTranscript';
import { t } from '../../shared/words/l10n';
import type { BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import { commandIds } from '../manifest';
import { orSay } from './orSay';
import { run } from './typedCommands';

export interface LookCommandParts {
  readonly board: Pick<BoardModel, 'sessions'>;
  readonly hub: Calls<'lookAt'>;
  /** Shows the session where this window lists it, if it does so now. */
  readonly reveal: (sessionId: string) => void;
}

const saidMs = 6_000;

/** Leads through the sessions that changed since a person looked at them. */
export class LookCommands {
  constructor(private readonly parts: LookCommandParts) {}

  /** Opens the transcript of the most urgent one; that is a look, so the next call leads to the next. */
  async next(): Promise<void> {
    const { board, hub, reveal } = this.parts;
    const session = board.sessions.find(({ unseen }) => unseen === true);
    if (session === undefined) {
      vscode.window.setStatusBarMessage(
        `$(check) ${t('Nothing changed since you looked.')}`,
        saidMs,
      );
      return;
    }
    const { sessionId } = session;
    // Also where its transcript cannot be opened: it would be the next one for ever.
    await orSay(() => hub.call('lookAt', { of: 'sessions', sessionIds: [sessionId] }));
    reveal(sessionId);
    run(hasTranscript(session) ? commandIds.openTranscript : commandIds.revealInBoard, sessionId);
  }

  async markAll(): Promise<void> {
    await orSay(() => this.parts.hub.call('lookAt', { of: 'all' }));
  }
}
