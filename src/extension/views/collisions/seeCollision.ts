import * as vscode from 'vscode';
import { collisionChoiceTitle } from '../../../shared/board/collisionChoices';
import { collisionLine } from '../../../shared/board/texts/collisionText';
import { sessionTitle } from '../../../shared/board/sessionNames';
import type { Collision } from '../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { commandIds } from '../../manifest';
import { escapeIcons } from '../markdown';
import { run } from '../typedCommands';

interface Parts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly hub: Calls<'dismissCollision'>;
}

interface Choice extends vscode.QuickPickItem {
  readonly act?: () => Promise<void> | void;
}

/**
 * Offers to review the changes of both sessions of a collision; without an id, of all collisions of
 * the session. If there is none any more, shows a message.
 */
export async function seeCollision(
  { board, hub }: Parts,
  sessionId: string,
  collision?: string,
): Promise<void> {
  const session = board.get(sessionId);
  const all = session?.collisions?.found ?? [];
  const found = collision === undefined ? all : all.filter(({ id }) => id === collision);
  if (session === undefined || found.length === 0) {
    void vscode.window.showInformationMessage(t('These two sessions no longer collide.'));
    return;
  }
  const items = found.flatMap((one): readonly Choice[] => {
    const other = board.get(one.sessionId);
    const heading = found.length > 1 ? [separator(escapeIcons(collisionLine(one)))] : [];
    const others = other === undefined ? [] : openChoices(other);
    return [...heading, reviewChoice(session), ...others, dismissChoice(hub, sessionId, one)];
  });
  const [first] = found;
  const placeHolder = first && found.length === 1 ? collisionLine(first) : t('Collisions');
  const picked = await vscode.window.showQuickPick(items, { title: t('Collision'), placeHolder });
  await picked?.act?.();
}

function reviewChoice(session: LiveSession): Choice {
  return {
    label: `$(diff-multiple) ${t('Review Changes')}`,
    description: escapeIcons(sessionTitle(session)),
    act: () => run(commandIds.reviewChanges, session.sessionId),
  };
}

/** Choices that open the other session of a collision. */
function openChoices(other: LiveSession): readonly Choice[] {
  const description = escapeIcons(sessionTitle(other));
  return [
    reviewChoice(other),
    {
      label: `$(output) ${t('Open Transcript')}`,
      description,
      act: () => run(commandIds.openTranscript, other.sessionId),
    },
    {
      label: `$(dashboard) ${t('Reveal in Board')}`,
      description,
      act: () => run(commandIds.revealInBoard, other.sessionId),
    },
  ];
}

function dismissChoice(hub: Parts['hub'], sessionId: string, collision: Collision): Choice {
  return {
    label: `$(eye-closed) ${collisionChoiceTitle('dismissCollision', collision)}`,
    act: () => hub.call('dismissCollision', { sessionId, collision: collision.id }),
  };
}

function separator(label: string): Choice {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
