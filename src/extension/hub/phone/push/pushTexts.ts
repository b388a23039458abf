import { randomBytes } from 'node:crypto';
import type { PushMessage } from '../../../../shared/phone/pushMessage';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { summarizeRequest } from '../../../../shared/request/requestSummary';
import { collisionLineIn, isCarried } from '../../../../shared/board/texts/collisionText';
import { needsYouText, type NeedsYouCounts } from '../../../../shared/board/needsYou';
import { isOfAccount, machineName } from '../../../../shared/board/texts/machineText';
import { plainTitle } from '../../../../shared/text/plainText';
import type { Translator } from '../../../../shared/words/l10n';
import { maxPushBytes } from './encrypt';
import type { Alert } from './phoneAlerts';
import type { SessionCollision, WarningCall } from './phoneWarnings';

/** Maximum lengths of texts, in characters. */
const titleLength = 120;
const projectLength = 80;
const requestLength = 300;
/** Maximum number of sessions that a notification for several sessions lists. */
const namedSessions = 4;

/** The text of a push, without address and id. */
export interface PushText {
  readonly title: string;
  readonly body: string;
  /** Set for a replacement, which must not make a sound. */
  readonly silent?: boolean;
}

/**
 * Returns the text of a notification: title and project, and the request only if the settings allow
 * it. For several sessions the title has the counts of the board.
 */
export function alertText(
  { sessions }: Alert,
  withRequest: boolean,
  board: NeedsYouCounts,
  speech: Translator,
): PushText {
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) return groupText(sessions, board, speech);
  const request = withRequest ? requestText(only) : '';
  const project = projectText(only, speech);
  return {
    title: plainTitle(only.title, titleLength),
    body: request === '' ? project : `${project}\n${request}`,
  };
}

/**
 * Returns the text that replaces a notification once its sessions no longer need a person; `how`
 * says why.
 */
export function endedAlertText(alert: Alert, how: string, speech: Translator): PushText {
  const { counted } = speech;
  const [only] = alert.sessions;
  const title =
    only !== undefined && alert.sessions.length === 1
      ? plainTitle(only.title, titleLength)
      : counted(alert.sessions.length, '{0} session', '{0} sessions');
  return { title, body: how, silent: true };
}

/**
 * Returns the text that warns about lost or moved work. It contains the other session, the command
 * and the files only if the settings allow it.
 */
export function warningText(
  { all }: WarningCall,
  withFacts: boolean,
  speech: Translator,
): PushText {
  const { counted } = speech;
  const sessions = sessionsOf(all);
  const { session, collision } = mostSevere(all);
  if (sessions.length === 1) {
    const what = withFacts
      ? collisionLineIn(speech, collision)
      : briefCollisionText(collision, speech);
    return {
      title: plainTitle(session.title, titleLength),
      body: `${projectText(session, speech)}\n${what}`,
    };
  }
  const title = isCarried(collision)
    ? counted(sessions.length, '{0} session on another branch', '{0} sessions on another branch')
    : counted(sessions.length, '{0} session lost work', '{0} sessions lost work');
  return { title, body: listNames(sessions, speech) };
}

/** Returns the text that replaces a warning when no card shows the loss any more. */
export function endedWarningText({ all }: WarningCall, { t, counted }: Translator): PushText {
  const sessions = sessionsOf(all);
  const title =
    sessions.length === 1
      ? plainTitle(all[0].session.title, titleLength)
      : counted(sessions.length, '{0} session', '{0} sessions');
  return { title, body: t('Dealt with'), silent: true };
}

export function testText({ t }: Translator): PushText {
  return {
    title: t('Notifications work'),
    body: t('This is a test from Mission Control. You can swipe it away.'),
  };
}

/** Creates the payload of a push and its id. */
export function pushMessage(
  text: PushText,
  about: { readonly tag: string; readonly navigate: string; readonly badge?: number },
): { readonly id: string; readonly message: PushMessage } {
  const id = randomBytes(16).toString('base64url');
  const { title, body, silent } = text;
  const { tag, navigate, badge } = about;
  const message = {
    web_push: 8030,
    notification: {
      title,
      body,
      navigate,
      tag,
      ...(silent === true && { silent }),
      data: { push: id },
    },
    ...(badge !== undefined && { app_badge: badge }),
    mutable: true,
  } as const satisfies PushMessage;
  if (Buffer.byteLength(JSON.stringify(message)) <= maxPushBytes) return { id, message };
  // Only an unusually long address makes the payload too long; then the push opens the page without
  // a card.
  const [page = navigate] = navigate.split('#');
  return { id, message: { ...message, notification: { ...message.notification, navigate: page } } };
}

function briefCollisionText(collision: SessionCollision['collision'], { t }: Translator): string {
  return isCarried(collision)
    ? t('Another session switched its branch')
    : t('Another session took its uncommitted work');
}

/** Returns the most severe loss: lost work is worse than work on another branch. */
function mostSevere(all: WarningCall['all']): SessionCollision {
  return all.find(({ collision }) => !isCarried(collision)) ?? all[0];
}

/** Returns the sessions of a warning, each once. */
export function sessionsOf(all: WarningCall['all']): readonly LiveSession[] {
  return [...new Map(all.map(({ session }) => [session.sessionId, session])).values()];
}

/**
 * Returns the text for several sessions: the counts of the whole board as title, and the titles of
 * the sessions.
 */
export function groupText(
  sessions: readonly LiveSession[],
  board: NeedsYouCounts,
  speech: Translator,
): PushText {
  return {
    title: needsYouText(board, ' · ', speech),
    body: listNames(sessions, speech),
  };
}

function listNames(sessions: readonly LiveSession[], speech: Translator): string {
  const { t } = speech;
  const named = sessions
    .slice(0, namedSessions)
    .map((session) =>
      t('{0}: {1}', projectText(session, speech), plainTitle(session.title, titleLength)),
    );
  const more = sessions.length - named.length;
  return [...named, ...(more > 0 ? [t('and {0} more', more)] : [])].join('\n');
}

function requestText({ pendingRequest }: LiveSession): string {
  if (pendingRequest === undefined) return '';
  const { toolName, toolInput } = pendingRequest;
  return (
    summarizeRequest(toolName, toolInput, (text) => plainTitle(text, requestLength))?.text ?? ''
  );
}

/** Returns the name of the project, with the machine if it is not this one. */
function projectText(session: LiveSession, { t }: Translator): string {
  const project = plainTitle(session.projectName, projectLength);
  const machine = machineName(session);
  if (machine === '') return project;
  return isOfAccount(session)
    ? t('{0}, account {1}', project, machine)
    : t('{0} on {1}', project, machine);
}
