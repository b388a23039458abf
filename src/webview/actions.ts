import type { LucideIcon } from 'lucide-react';
import type { SessionAction } from '../shared/actions/action';
import { isOfferedOnPage, pageActions, type ActionContext } from '../shared/actions/pageActions';
import type { ActionIcon, ActionId, SessionCommand } from '../shared/actions/sessionActions';
import type { LiveSession } from '../shared/protocol/protocol';
import { t } from '../shared/words/l10n';
import * as actionIcons from './actionIcons';
import { actionHandlers, type ActionHandler } from './actionHandlers';
import { shortcutOf } from './keys/shortcut';

const icons: Readonly<Record<ActionIcon, LucideIcon>> = actionIcons;

/** An action of the table with its icon, name and handler on a page. */
export interface CardAction extends SessionAction {
  readonly id: ActionId;
  readonly Icon: LucideIcon;
  readonly nameFor: (session: LiveSession) => string;
  readonly run: ActionHandler;
}

/** Actions on a card; its menu, keys and help are built from this list. */
export const cardActions: readonly CardAction[] = pageActions.flatMap((row) =>
  row.board === undefined ? [] : [toCardAction(row)],
);

/** Actions of a card on a phone, which has no editor around the page. */
export const phoneActions: readonly CardAction[] = pageActions
  .flatMap((row) => (row.phone === undefined ? [] : [toCardAction(row, row.phone.title)]))
  .sort((a, b) => Number(a.phone?.last ?? false) - Number(b.phone?.last ?? false));

function toCardAction(row: (typeof pageActions)[number], title: string = row.title): CardAction {
  const command = row.command?.id as SessionCommand;
  return {
    ...row,
    Icon: icons[row.icon as ActionIcon],
    nameFor: row.titleFor ?? (() => t(title)),
    run:
      actionHandlers[row.id] ??
      (({ board }, { sessionId }) => board.post({ type: 'sessionCommand', command, sessionId })),
  };
}

export function actionById(id: ActionId): CardAction | undefined {
  return cardActions.find((one) => one.id === id);
}

/** Returns the action that a key, or a chord with Ctrl or Cmd, triggers on a session. */
export function actionForKey(
  { key, isChord }: { readonly key: string; readonly isChord: boolean },
  session: LiveSession,
  context: ActionContext,
): CardAction | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return cardActions.find(
    (one) =>
      (isChord ? one.board?.chord : one.board?.key) === pressed &&
      isOfferedOnPage(one, session, context),
  );
}

/**
 * Shortcut to display for the action; undefined if it does not trigger the action on the session.
 */
export function shortcutFor(
  action: CardAction,
  session: LiveSession,
  context: ActionContext,
): string | undefined {
  const { key, chord } = action.board ?? {};
  const pressed =
    chord === undefined ? { key: key ?? '', isChord: false } : { key: chord, isChord: true };
  if (actionForKey(pressed, session, context) !== action) return undefined;
  return shortcutOf(action);
}
