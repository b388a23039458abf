import type { ActionId, OwnPageAction } from '../shared/actions/sessionActions';
import { blockedSubject } from '../shared/request/blockedText';
import { whyText } from '../shared/board/texts/whyText';
import type { Decision } from '../shared/protocol/control';
import type { LiveSession } from '../shared/protocol/protocol';
import { continuationPrompt } from '../shared/text/promptLimits';
import { formatMoment } from '../shared/words/format';
import { counted, t } from '../shared/words/l10n';
import { decideOn } from './decide/decide';
import { actionSelector, sessionAround } from './keys/focus';
import { reveal, type Page } from './page';
import { hasPane, type Disclosure, type View } from './view';
import { appendToPrompt, openFollowUp, openPrompt } from './promptBox';
import { markReviewed, openCollision } from './reviewActions';

export type ActionHandler = (page: Page, session: LiveSession) => void;

/** Handlers of actions on pages. The editor runs the command of an action without a handler. */
export const actionHandlers: Readonly<
  Record<OwnPageAction, ActionHandler> & Partial<Record<ActionId, ActionHandler>>
> = {
  openTranscript: ({ board }, { sessionId }) => board.post({ type: 'openTranscript', sessionId }),
  allow: decideByKey({ kind: 'allow' }),
  deny: decideByKey({ kind: 'deny' }),
  answer: focusAnswer,
  diff: ({ board }, { sessionId }) => board.post({ type: 'showRequestDiff', sessionId }),
  prompt: openPrompt,
  followUp: openFollowUp,
  retrySession: retry,
  continueAtReset: continueLater,
  tellBlocked: (page, session) => appendToPrompt(page, session, blockedPrompt(session)),
  details: ({ view }, { sessionId }) => void toggleInPane(view, `details/${sessionId}`, sessionId),
  why: toggleWhy,
  reviewChanges: ({ board }, { sessionId }) => board.post({ type: 'reviewChanges', sessionId }),
  markReviewed: markReviewed(true),
  markNotReviewed: markReviewed(false),
  collision: openCollision,
  giveBack({ board }, { sessionId, pendingRequest }) {
    const call = pendingRequest?.call?.id;
    if (call !== undefined) board.post({ type: 'handBack', sessionId, call });
  },
  pin: pin(true),
  unpin: pin(false),
  copySessionId({ board }, { sessionId }) {
    board.post({ type: 'sessionCommand', command: 'copySessionId', sessionId });
    board.announcer.announce(t('Session ID copied.'));
  },
  muteForAnHour: mute('hour'),
  mute: (page, session) =>
    page.place === 'phone'
      ? mute('always')(page, session)
      : page.board.post({ type: 'sessionCommand', command: 'mute', sessionId: session.sessionId }),
  unmute({ board, place }, { sessionId }) {
    if (place !== 'phone') {
      return board.post({ type: 'sessionCommand', command: 'unmute', sessionId });
    }
    board.post({ type: 'act', name: 'unmuteSessions', request: { sessionIds: [sessionId] } });
    board.announcer.announce(t('Unmuted.'));
  },
  dismiss: archive(true),
  restore: archive(false),
};

/**
 * Focuses the answer to a question or plan; if the button of a plan already has the focus, presses
 * it.
 */
function focusAnswer(page: Page, { sessionId }: LiveSession): void {
  const focused = document.activeElement;
  const isAnswerFocused =
    focused instanceof HTMLButtonElement &&
    focused.matches(actionSelector('answer')) &&
    sessionAround(focused) === sessionId;
  if (isAnswerFocused) focused.click();
  else reveal(page, sessionId, 'answer');
}

/**
 * Asks a session to continue after a failed turn. On a phone, the page sends the prompt itself,
 * because there is no editor window.
 */
function retry({ board, place, prompts }: Page, session: LiveSession): void {
  const { sessionId } = session;
  if (place === 'phone') {
    if (!prompts.add(session, continuationPrompt)) return;
  } else {
    board.post({ type: 'sessionCommand', command: 'retrySession', sessionId });
  }
  board.announcer.announce(t('Asked to continue.'));
}

/** Queues a prompt that is sent when the limit has reset. */
function continueLater({ prompts, board }: Page, session: LiveSession): void {
  const dueAt = Date.parse(session.limit?.resetsAt ?? '');
  if (Number.isNaN(dueAt) || !prompts.add(session, continuationPrompt, dueAt)) return;
  board.announcer.announce(t('Continues at {0}.', formatMoment(dueAt, Date.now())));
}

/** Shows the request in the pane if the key could not decide it. */
function decideByKey(decision: Decision): ActionHandler {
  return (page, session) => {
    if (decideOn(page, session, decision, 'key') !== undefined) page.view.choose(session.sessionId);
  };
}

/**
 * Opens a part of a session in the pane, or closes it if the pane already shows it. Returns true if
 * it is open now.
 */
function toggleInPane(view: View, part: Disclosure, sessionId: string): boolean {
  const viewState = view.state.get();
  const isOpen = viewState.disclosed.has(part);
  const isShownInPane = hasPane(viewState) && viewState.chosen === sessionId;
  view.choose(sessionId);
  if (isShownInPane || !isOpen) return view.toggle(part) === 'opened';
  return true;
}

/** Expands or collapses Why, and announces its text, because the part never receives the focus. */
function toggleWhy({ board, clock, view }: Page, session: LiveSession): void {
  const { sessionId } = session;
  if (!toggleInPane(view, `why/${sessionId}`, sessionId)) return;
  const lines = whyText(session, clock.get());
  board.announcer.announce(lines.map(({ text }) => `${text}.`).join(' '));
}

/**
 * Draft of a prompt that names the blocked calls: the check of auto mode reads the person's
 * messages, so a prompt that allows a call can unblock it.
 */
function blockedPrompt({ blocked }: LiveSession): string {
  const open = (blocked?.calls ?? []).filter((call) => call.open === true).toReversed();
  const calls = open.map((call) => `\`${call.command ?? blockedSubject(call)}\``).join('\n');
  const introduction = counted(
    open.length,
    'Auto mode blocked this call:',
    'Auto mode blocked these calls:',
  );
  return `${introduction}\n${calls}\n`;
}

function pin(on: boolean): ActionHandler {
  return ({ board }, { sessionId }) => {
    const target = { scope: 'session', sessionId } as const;
    board.post({ type: 'act', name: 'pin', request: { target, on } });
    board.announcer.announce(on ? t('Pinned.') : t('Unpinned.'));
  };
}

/**
 * Mutes the session for the span without a prompt; the editor's `mute` command asks for the
 * duration.
 */
function mute(span: 'hour' | 'always'): ActionHandler {
  return ({ board }, { sessionId }) => {
    const request = { sessionIds: [sessionId], span };
    board.post({ type: 'act', name: 'muteSessions', request });
    board.announcer.announce(t('Muted.'));
  };
}

function archive(archived: boolean): ActionHandler {
  return ({ board }, { sessionId }) => {
    board.release(sessionId, 0);
    board.post({ type: 'act', name: 'archive', request: { sessionId, archived } });
  };
}
