import type { ControlCard } from '../../shared/messages/pageMessages';
import { isControlled } from '../../shared/actions/cardFacts';
import { isMet } from '../../shared/actions/facts';
import { pageAction, type PageActionId } from '../../shared/actions/pageActions';
import { hasMenuOpen, isLoaded } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Mute } from '../../shared/protocol/windows';
import { plainTitle } from '../../shared/text/plainText';
import { counted, t } from '../../shared/words/l10n';

/**
 * Actions on several sessions at once. Answering requests must never be one of them: each request
 * is answered by a person who has seen it.
 */
export type BulkAction = 'pin' | 'tag' | 'dismiss' | 'mute' | 'prompt';

/** State that decides whether a session can take part. */
export interface BulkContext {
  readonly control: ControlCard;
  readonly mutes: readonly Mute[];
  /** Sessions that ran when the prompt was started; if one has ended since, it is not resumed. */
  readonly alive: ReadonlySet<string>;
}

/** Sentence about sessions that can't take part; receives their names. */
type ReasonText = (names: string) => string;

const reasonTexts = {
  running: (names) => t('Running sessions can’t be dismissed: {0}.', names),
  dismissed: (names) => t('Dismissed already: {0}.', names),
  pinned: (names) => t('Pinned already: {0}.', names),
  muted: (names) => t('Muted already: {0}.', names),
  uncontrolled: (names) => t('Prompts can’t be sent from this window right now to {0}.', names),
  unreachable: (names) => t('Can’t take a prompt right now: {0}.', names),
  ended: (names) => t('Ended in the meantime: {0}.', names),
} satisfies Readonly<Record<string, ReasonText>>;

function reasonAgainst(
  action: BulkAction,
  session: LiveSession,
  { control, mutes, alive }: BulkContext,
): ReasonText | undefined {
  const may = (id: PageActionId): boolean =>
    isMet(pageAction(id).when, session, { now: Date.now(), mutes });
  switch (action) {
    case 'dismiss':
      if (may('dismiss')) return undefined;
      return may('restore') ? reasonTexts.dismissed : reasonTexts.running;
    case 'pin':
      return may('pin') ? undefined : reasonTexts.pinned;
    case 'tag':
      return undefined;
    case 'mute':
      return may('mute') ? undefined : reasonTexts.muted;
    case 'prompt':
      if (!isControlled(control, session)) return reasonTexts.uncontrolled;
      if (!may('prompt')) return reasonTexts.unreachable;
      return !isLoaded(session) && alive.has(session.sessionId) ? reasonTexts.ended : undefined;
  }
}

export interface Participants {
  /** The sessions that can take part. */
  readonly able: readonly LiveSession[];
  /** Which sessions can't take part, one sentence for each reason. */
  readonly reasons: readonly string[];
}

/** Separates sessions that can take part in an action from those that can't. */
export function selectParticipants(
  action: BulkAction,
  sessions: readonly LiveSession[],
  context: BulkContext,
): Participants {
  const able: LiveSession[] = [];
  const others = new Map<ReasonText, LiveSession[]>();
  for (const session of sessions) {
    const reason = reasonAgainst(action, session, context);
    if (reason === undefined) able.push(session);
    else others.set(reason, [...(others.get(reason) ?? []), session]);
  }
  return { able, reasons: [...others].map(([reason, these]) => reason(namesOf(these))) };
}

const maxNamed = 3;

function namesOf(sessions: readonly LiveSession[]): string {
  const names = sessions
    .slice(0, maxNamed)
    .map(({ title }) => t('“{0}”', plainTitle(title, 60) || t('Untitled session')));
  const more = sessions.length - maxNamed;
  return [...names, ...(more > 0 ? [t('and {0} more', more)] : [])].join(', ');
}

/**
 * What happens to a prompt sent to these sessions: sent at once, sent later, or sent after resuming
 * them.
 */
export function bulkPromptText(sessions: readonly LiveSession[]): string {
  let [now, later, resumed] = [0, 0, 0];
  for (const session of sessions) {
    const { prompting, agentState } = session;
    if (!isLoaded(session)) resumed += 1;
    else if (
      (agentState.group === 'autonomous' && agentState.state !== 'sleeping') ||
      prompting?.waitsFor !== undefined ||
      prompting?.way === undefined ||
      hasMenuOpen(session)
    )
      later += 1;
    else now += 1;
  }
  const parts = [
    now > 0 && counted(now, '{0} gets it right away.', '{0} get it right away.'),
    later > 0 &&
      counted(later, '{0} gets it later, from its queue.', '{0} get it later, from their queues.'),
    resumed > 0 && counted(resumed, '{0} is over and is resumed.', '{0} are over and are resumed.'),
  ];
  return parts.filter((part) => part !== false).join(' ');
}
