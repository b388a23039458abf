import * as path from 'node:path';
import * as vscode from 'vscode';
import { personalSettingsIn } from '../../agents/claude/home/places';
import { choicesFor } from '../../../shared/actions/sessionActions';
import { blockedReason, blockedSubject } from '../../../shared/request/blockedText';
import { sessionTitle } from '../../../shared/board/sessionNames';
import type { BlockedCallCard } from '../../../shared/protocol/session/blocked';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { allowableCalls } from '../../../shared/request/allowableCalls';
import { exactRule } from '../../../shared/request/exactRule';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds } from '../../manifest';
import type { AddRule } from '../../settingsRule';
import type { Disposable } from '../../util/lifetime';
import { escapeIcons, escapeForNotification } from '../markdown';
import { registerHandlers } from '../registerHandlers';
import { pickSession } from '../pickSession';
import { targetOf } from '../sessionTarget';

export interface AllowBlockedParts {
  readonly board: Pick<BoardModel, 'sessions' | 'get'>;
  readonly addRule: AddRule;
}

/**
 * Registers the command that adds a permission rule for a blocked call to the settings of its
 * project, after the person has accepted the diff.
 */
export function registerAllowBlocked(parts: AllowBlockedParts): Disposable {
  const { board } = parts;
  return registerHandlers({
    [commandIds.allowBlockedCall]: async (argument) => {
      if (!vscode.workspace.isTrusted) {
        throw new Error(t('Rules can be added only in a trusted workspace.'));
      }
      const choices = choicesFor('allowBlockedCall', board.sessions);
      const target = targetOf(argument) ?? (await pickSession(choices));
      const session = target && board.get(target.sessionId);
      if (session === undefined) return;
      const call = await pickCall(allowableCalls(session));
      if (call !== undefined) await allow(parts, session, call);
    },
  });
}

/** The only call, or the one that the person picks if there are several. */
async function pickCall(calls: readonly BlockedCallCard[]): Promise<BlockedCallCard | undefined> {
  if (calls.length < 2) return calls[0];
  const picked = await vscode.window.showQuickPick(
    calls.map((call) => ({
      label: escapeIcons(blockedSubject(call)),
      detail: escapeIcons(blockedReason(call)),
      call,
    })),
    { placeHolder: t('Select the command to allow'), matchOnDetail: true },
  );
  return picked?.call;
}

async function allow(
  { addRule }: AllowBlockedParts,
  session: LiveSession,
  { toolName, command }: BlockedCallCard,
): Promise<void> {
  const rule = exactRule(toolName, command);
  if (rule === undefined) return;
  const file = personalSettingsIn(session.projectPath);
  const title = t('{0}: Allow This Exact Command', path.basename(file));
  const question = (place: string): string =>
    escapeForNotification(t('Add the rule, as shown, to {0}?', place));
  const outcome = await addRule({ file, rule, title, question, action: t('Add Rule') });
  if (outcome === 'declined') return;
  const message =
    outcome === 'known'
      ? t('That rule is already in {0}.', file)
      : t(
          'The rule is added, and running sessions take it in a few seconds. Ask {0} to try again.',
          sessionTitle(session),
        );
  void vscode.window.showInformationMessage(escapeForNotification(message));
}
