import { randomBytes } from 'node:crypto';
import type { PushMessage } from '../../../../shared/phone/pushMessage';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { summarizeRequest } from '../../../../shared/request/requestSummary';
import { plainTitle } from '../../../../shared/text/plainText';
import type { Speech } from '../../../../shared/words/l10n';
import { maxPushBytes } from './encrypt';
import type { Alert } from './phoneAlerts';

/** Lengths of texts, in characters. */
const titleLength = 120;
const projectLength = 80;
const requestLength = 300;
/** Sessions that a notification of several names. */
const namedSessions = 4;

/** What a push says; `navigate` and its name are added for each. */
export interface PushText {
  readonly title: string;
  readonly body: string;
  /** Set where it takes the place of another and calls nobody. */
  readonly silent?: boolean;
}

/** What calls a person: title and project, and what is asked only where the person wants that. */
export function alertText({ sessions }: Alert, withRequest: boolean, speech: Speech): PushText {
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) return groupText(sessions, speech);
  const request = withRequest ? requestText(only) : '';
  const project = plainTitle(only.projectName, projectLength);
  return {
    title: plainTitle(only.title, titleLength),
    body: request === '' ? project : `${project}\n${request}`,
  };
}

/** What takes its place once some of it is over; `how` says how that came. */
export function overText(
  alert: Alert,
  left: readonly LiveSession[],
  how: string,
  speech: Speech,
): PushText {
  if (left.length > 0) return { ...groupText(left, speech), silent: true };
  const { counted } = speech;
  const [only] = alert.sessions;
  const title =
    only !== undefined && alert.sessions.length === 1
      ? plainTitle(only.title, titleLength)
      : counted(alert.sessions.length, '{0} session', '{0} sessions');
  return { title, body: how, silent: true };
}

export function testText({ t }: Speech): PushText {
  return {
    title: t('Notifications work'),
    body: t('This is a test from Mission Control. You can swipe it away.'),
  };
}

/** The payload of a push with its name. */
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
  // Only an address of unusual length brings it here: the page opens, though not at the card.
  const [page = navigate] = navigate.split('#');
  return { id, message: { ...message, notification: { ...message.notification, navigate: page } } };
}

function groupText(sessions: readonly LiveSession[], { t, counted }: Speech): PushText {
  const named = sessions
    .slice(0, namedSessions)
    .map(({ title, projectName }) =>
      t('{0}: {1}', plainTitle(projectName, projectLength), plainTitle(title, titleLength)),
    );
  const more = sessions.length - named.length;
  return {
    title: counted(sessions.length, '{0} session needs you', '{0} sessions need you'),
    body: [...named, ...(more > 0 ? [t('and {0} more', more)] : [])].join('\n'),
  };
}

function requestText({ pendingRequest }: LiveSession): string {
  if (pendingRequest === undefined) return '';
  const { toolName, toolInput } = pendingRequest;
  return (
    summarizeRequest(toolName, toolInput, (text) => plainTitle(text, requestLength))?.text ?? ''
  );
}
