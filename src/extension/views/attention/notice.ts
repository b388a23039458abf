import { hasTranscript } from '../../../shared/board/hasTranscript';
import { counted, t } from '../../../shared/words/l10n';
import { requestCollisions, collisionLine } from '../../../shared/board/texts/collisionText';
import { lookOf } from '../../../shared/presentation';
import { plainTitle } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { requestKind } from '../../../shared/request/requestKind';
import { fitsInSentence } from '../../../shared/request/toldWhole';
import type { Reach } from '../../../shared/protocol/windows';
import { escapeLinks } from '../markdown';
import { labelOf, sessionTitle } from '../../../shared/board/sessionNames';
import { joinParts, projectOf, requestOf } from '../../../shared/board/texts/partTexts';

/** An action of a notification. */
export type NoticeAction = 'goTo' | 'openTranscript' | 'showBoard' | 'mute' | RequestAction;

/** Actions on a request; they have no effect after it was decided elsewhere. */
export type RequestAction = 'allow' | 'deny' | 'look' | 'showRequest' | 'answer' | 'reviewPlan';

export interface Notice {
  readonly severity: 'warning' | 'information';
  /** The text on one line; links are escaped. */
  readonly message: string;
  readonly buttons: readonly { readonly label: string; readonly action: NoticeAction }[];
}

/** A session that needs the person. */
export interface NotifiedSession {
  readonly session: LiveSession;
  readonly reach: Reach;
  /**
   * The call with which the session's request can be answered in this window; undefined if it
   * can't.
   */
  readonly call?: string | undefined;
}

/** Number of sessions named in a notification; the others are counted. */
const listedCount = 3;

/** Longest request that is shown completely, in characters. */
const requestLength = 240;

const labels: Readonly<Record<NoticeAction, () => string>> = {
  goTo: () => t('Go to Terminal'),
  openTranscript: () => t('Open Transcript'),
  showBoard: () => t('Show Board'),
  allow: () => t('Allow'),
  deny: () => t('Deny'),
  look: () => t('Allow…'),
  showRequest: () => t('Show'),
  answer: () => t('Answer…'),
  reviewPlan: () => t('Review Plan…'),
  mute: () => t('Mute…'),
};

/** Creates one notification for one or more sessions that need the person. */
export function noticeOf(callers: readonly [NotifiedSession, ...NotifiedSession[]]): Notice {
  const [first, ...others] = callers;
  const severity = callers.some(({ session }) => lookOf(session.agentState).tone === 'red')
    ? 'warning'
    : 'information';
  const message = escapeLinks(others.length === 0 ? describeOne(first) : describeSeveral(callers));
  if (others.length > 0)
    return { severity, message, buttons: [button('showBoard', t('Show')), button('mute')] };
  return { severity, message, buttons: buttonsOf(first) };
}

export function isRequestAction(action: NoticeAction): action is RequestAction {
  return !['goTo', 'openTranscript', 'showBoard', 'mute'].includes(action);
}

function requestActions(session: LiveSession): readonly RequestAction[] {
  switch (requestKind(session.pendingRequest?.toolName ?? '')) {
    case 'tool':
      return [
        requestCollisions(session).length === 0 &&
        fitsInSentence(session.pendingRequest, session.projectPath, requestLength)
          ? 'allow'
          : 'look',
        'deny',
        'showRequest',
      ];
    case 'questions':
      return ['answer'];
    case 'plan':
      return ['reviewPlan'];
  }
}

function buttonsOf(caller: NotifiedSession): Notice['buttons'] {
  const { session, reach, call } = caller;
  if (call === undefined) return navigationButtons(caller);
  const actions = requestActions(session).map((action) => button(action));
  const navigation = navigationButtons(caller).filter(({ action }) => action !== 'openTranscript');
  return [...actions, ...navigation.filter(({ action }) => reach !== 'none' || action === 'mute')];
}

function navigationButtons({ session, reach }: NotifiedSession): Notice['buttons'] {
  const transcript = hasTranscript(session) ? [button('openTranscript')] : [];
  switch (reach) {
    case 'terminal':
      return [button('goTo'), ...transcript, button('mute')];
    case 'editor':
      return [button('goTo', t('Go to Session')), ...transcript, button('mute')];
    case 'none':
      return [...transcript, button('showBoard'), button('mute')];
  }
}

function button(action: NoticeAction, label = labels[action]()): Notice['buttons'][number] {
  return { label, action };
}

function describeOne({ session, call }: NotifiedSession): string {
  const request = requestOf(session, call === undefined ? 120 : requestLength);
  const summary = joinParts([projectOf(session), labelOf(session), request]);
  const [over] = requestCollisions(session);
  const warning = over === undefined ? '' : `. ${t('⚠ {0}', collisionLine(over))}`;
  return `${summary} — ${plainTitle(sessionTitle(session), 80)}${warning}`;
}

function describeSeveral(callers: readonly NotifiedSession[]): string {
  const [label, ...others] = new Set(callers.map(({ session }) => labelOf(session)));
  // A usage limit applies to the account, so it is shown once.
  if (others.length === 0 && label !== undefined && callers.every(({ session }) => session.limit)) {
    return counted(
      callers.length,
      '{1}: {0} session has stopped',
      '{1}: {0} sessions have stopped',
      label,
    );
  }
  const listed = callers
    .slice(0, listedCount)
    .map(({ session }) =>
      joinParts([
        projectOf(session),
        `${plainTitle(sessionTitle(session), 40)} (${labelOf(session)})`,
      ]),
    );
  const rest = callers.length - listed.length;
  if (rest > 0) listed.push(t('and {0} more', rest));
  return t('{0} sessions now need you: {1}', callers.length, listed.join(', '));
}
