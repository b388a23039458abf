import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { compareText } from '../../../shared/board/boardOrder';
import { lookOf } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons, escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { branchOf, coarseAge, joinParts, projectOf } from '../../../shared/board/texts/partTexts';
import type { Resumer } from './resumer';
import { unresumedText } from './unresumed';

export interface StrandedSessionsParts {
  readonly board: BoardModel;
  readonly hub: Calls<'forgetStranded'>;
  readonly resumer: Pick<Resumer, 'isReady' | 'resumeAll'>;
}

/** Offers to resume the stranded sessions together. */
export class StrandedSessions {
  constructor(private readonly parts: StrandedSessionsParts) {}

  /** The stranded sessions, last active first. */
  private get sessions(): readonly LiveSession[] {
    const { board } = this.parts;
    return (board.summary.stranded ?? [])
      .flatMap((sessionId) => board.get(sessionId) ?? [])
      .sort((a, b) => compareText(b.lastActivityAt, a.lastActivityAt));
  }

  /** Lets the person choose among the stranded sessions, and resumes the chosen ones. */
  async resume(): Promise<void> {
    const { sessions } = this;
    if (sessions.length === 0) {
      const text = t('No session of before is waiting to be resumed.');
      void vscode.window.showInformationMessage(text);
      return;
    }
    if (!(await this.parts.resumer.isReady())) return;
    const chosen = await choose(sessions);
    if (chosen === undefined || chosen.length === 0) return;
    // Ends the offer for all of them; sessions that are not chosen or not resumed stay in Done.
    await this.endOffer(sessions);
    if (chosen === 'none') return;
    const problem = unresumedText(await this.parts.resumer.resumeAll(chosen));
    if (problem !== '') void vscode.window.showWarningMessage(escapeForNotification(problem));
  }

  /** Ends the offer without resuming any session. */
  async leave(): Promise<void> {
    await this.endOffer(this.sessions);
  }

  private async endOffer(sessions: readonly LiveSession[]): Promise<void> {
    const sessionIds = sessions.map(({ sessionId }) => sessionId);
    await warnOnError(() => this.parts.hub.call('forgetStranded', { sessionIds }));
  }
}

/**
 * Asks which sessions to resume. `none` if the person declined the offer, undefined if the picker
 * was closed without a choice.
 */
async function choose(
  sessions: readonly LiveSession[],
): Promise<readonly LiveSession[] | 'none' | undefined> {
  const picker = vscode.window.createQuickPick<RowItem<LiveSession>>();
  const now = Date.now();
  picker.title = t('Resume Last Sessions');
  picker.placeholder = t('Each goes on in a terminal of its folder');
  picker.canSelectMany = true;
  // Terminals that the editor restores take the focus, which would close the picker.
  picker.ignoreFocusOut = true;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.buttons = [
    { iconPath: new vscode.ThemeIcon('circle-slash'), tooltip: t('Don’t Offer These Again') },
  ];
  const list = new LivePick<LiveSession>(picker, {
    itemOf: (session) => itemOf(session, now),
    keyOf: ({ sessionId }) => sessionId,
  });
  list.draw(sessions);
  picker.selectedItems = picker.items;
  const picked = await list.show();
  return picked?.button === undefined ? picked?.rows : 'none';
}

function itemOf(session: LiveSession, now: number): vscode.QuickPickItem {
  const { agentState, lastActivityAt, lastPrompt = '' } = session;
  const title = sessionTitle(session);
  const place = [projectOf(session), branchOf(session), coarseAge(lastActivityAt, now)];
  const prompt = plainTitle(lastPrompt, 120);
  return {
    label: `$(${lookOf(agentState).codicon}) ${escapeIcons(title)}`,
    description: escapeIcons(joinParts(place)),
    // The prompt is omitted if it equals the title, which is often the first prompt.
    ...(prompt !== '' && prompt !== title && { detail: escapeIcons(prompt) }),
  };
}
