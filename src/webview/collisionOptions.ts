import {
  Diff,
  EyeOff,
  FolderGit2,
  MessageSquare,
  MessageSquarePlus,
  OctagonPause,
  type LucideIcon,
} from 'lucide-react';
import {
  collisionChoiceTitle,
  collisionChoices,
  collisionPrompt,
  denialMessage,
  type CollisionChoice,
} from '../shared/board/collisionChoices';
import type { Collision } from '../shared/protocol/work/collisions';
import type { LiveSession } from '../shared/protocol/protocol';
import { t } from '../shared/words/l10n';
import { rowFacts } from '../shared/actions/facts';
import { isOfferedOnPage } from '../shared/actions/pageActions';
import type { ActionId } from '../shared/actions/sessionActions';
import { actionById } from './actions';
import { appendToPrompt } from './promptBox';
import type { Page } from './page';
import { isControlled, canPageActOn, canReceivePrompts } from '../shared/actions/cardFacts';
import { requestContentHash, draftKey, fieldKey } from './typing/draftKeys';
import { messageDraft } from './typing/draftWords';

const icons: Readonly<Record<CollisionChoice, LucideIcon>> = {
  seeBoth: Diff,
  promptThis: MessageSquarePlus,
  promptOther: MessageSquarePlus,
  interrupt: OctagonPause,
  denyWithMessage: MessageSquare,
  newSessionInWorktree: FolderGit2,
  dismissCollision: EyeOff,
};

/** A choice that a page offers for a collision, with its name, icon and handler. */
export interface CollisionOption {
  readonly choice: CollisionChoice;
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly run: () => void;
}

/**
 * Choices for a collision on the card of a session. Those that write to a session only open a form
 * with a draft.
 */
export function collisionOptions(
  page: Page,
  session: LiveSession,
  collision: Collision,
): readonly CollisionOption[] {
  const handlers = createHandlers(page, session, collision);
  return collisionChoices.flatMap((choice) => {
    const handler = handlers[choice];
    const name = collisionChoiceTitle(choice, collision);
    return handler === undefined ? [] : [{ choice, name, Icon: icons[choice], run: handler }];
  });
}

type Handlers = Partial<Readonly<Record<CollisionChoice, () => void>>>;

function createHandlers(page: Page, session: LiveSession, collision: Collision): Handlers {
  const { board } = page;
  const { control, sessions } = board.state.get();
  const { sessionId } = session;
  const other = sessions.get(collision.sessionId);
  const canPrompt = (one: LiveSession | undefined): one is LiveSession =>
    one !== undefined &&
    isControlled(control, one) &&
    canPageActOn(page.place, one) &&
    canReceivePrompts(one);
  const canDeny =
    collision.side === 'asks' && rowFacts.answerable(session) && isControlled(control, session);
  const handlers: { [Choice in CollisionChoice]: (() => void) | undefined } = {
    seeBoth: () => board.post({ type: 'seeCollision', sessionId, collision: collision.id }),
    promptThis: canPrompt(session)
      ? () => appendToPrompt(page, session, collisionPrompt(collision, 'this'))
      : undefined,
    promptOther: canPrompt(other)
      ? () => appendToPrompt(page, other, collisionPrompt(collision, 'other'))
      : undefined,
    interrupt: actionHandler(page, session, 'interruptSession'),
    denyWithMessage: canDeny
      ? () => openDenialForm(page, session, denialMessage(collision))
      : undefined,
    newSessionInWorktree: actionHandler(page, session, 'newSessionInWorktree'),
    dismissCollision: () => {
      const request = { sessionId, collision: collision.id };
      board.post({ type: 'act', name: 'dismissCollision', request });
      board.announcer.announce(t('Not shown any more.'));
    },
  };
  return handlers as Handlers;
}

function actionHandler(page: Page, session: LiveSession, id: ActionId): (() => void) | undefined {
  const action = actionById(id);
  const isOffered =
    action !== undefined && isOfferedOnPage(action, session, page.board.state.get());
  return isOffered ? () => action.run(page, session) : undefined;
}

/** Opens the denial form with a draft text, unless the person has already written one. */
function openDenialForm(page: Page, session: LiveSession, text: string): void {
  const { sessionId, title, pendingRequest } = session;
  if (pendingRequest === undefined) return;
  const key = draftKey('message', sessionId, requestContentHash(pendingRequest));
  const draft = messageDraft(page.drafts.get(key));
  page.fields.focusWhenAvailable({ field: fieldKey(key) });
  page.drafts.store(key, { ...draft, title, open: true, words: draft.words || text });
}
