import type { PromptCard } from '../protocol/prompts';
import type { LiveSession } from '../protocol/protocol';
import type {
  FollowUpCondition,
  FollowUpFields,
  ShownCondition,
  SourceFollowUp,
} from '../protocol/session/followUp';
import { followUpFacts, isRepeatCount } from '../text/followUps';
import { plainLine, plainTitle } from '../text/plainText';
import { describeCondition, reasonWords } from '../words/followUpText';
import { formatMoment } from '../words/format';
import { t } from '../words/l10n';
import { idAtHubOf, sessionAtHubOf, type SessionLookup } from './hubIds';
import { newSessionName } from './newSessionText';
import { sessionTitle } from './sessionNames';

/**
 * State of a follow-up, both on the card of the session that receives it and on that of its source.
 */
type FollowUpState = Pick<PromptCard, 'held' | 'metAt' | 'waitsFor' | 'repeat' | 'problem'>;

/** Parses a condition on a card; undefined if this version does not understand all of it. */
export function parseShownCondition({
  kind,
  at,
  of,
  fact,
}: ShownCondition): FollowUpCondition | undefined {
  const source = of === undefined ? {} : { of };
  switch (kind) {
    case 'time':
      return at === undefined ? undefined : { kind, at };
    case 'finished':
      return { kind, ...source };
    case 'ended':
      return of === undefined ? undefined : { kind, of };
    case 'fact': {
      const known = followUpFacts.find((one) => one === fact);
      return known === undefined ? undefined : { kind, fact: known, ...source };
    }
    default:
      return undefined;
  }
}

/**
 * Follow-up fields that an edit of a prompt has to repeat to keep its condition; empty for a prompt
 * without a condition, undefined if this version does not understand it.
 */
export function repeatedFields(sessionId: string, prompt: PromptCard): FollowUpFields | undefined {
  const { when: shown, repeat, from, waitsFor, newSession } = prompt;
  if (shown === undefined) return {};
  const { of } = shown;
  const source = of === undefined ? {} : { of: idAtHubOf(sessionId, of) };
  const when = parseShownCondition({ ...shown, ...source });
  if (when === undefined || waitsFor === 'unknownCondition') return undefined;
  if (repeat !== undefined && !isRepeatCount(repeat.max)) return undefined;
  return {
    when,
    ...(repeat !== undefined && { repeat: { max: repeat.max } }),
    ...(from !== undefined && { from: idAtHubOf(sessionId, from) }),
    ...(newSession !== undefined && {
      newSession: { folder: newSession.folder, ...(newSession.worktree && { worktree: true }) },
    }),
  };
}

/** Describes when a prompt in the queue of a session is sent, as the end of a sentence. */
export function promptCondition(
  sessionId: string,
  when: ShownCondition,
  find: SessionLookup,
  now: number,
): string {
  const source = when.of === undefined ? undefined : sessionAtHubOf(sessionId, when.of, find);
  return describeCondition(when, source && quoted(source), now);
}

/** Adds the session of the queue as the source of a condition that names none. */
export function withSource(when: ShownCondition, sessionId: string): ShownCondition {
  return when.kind === 'time' || when.of !== undefined ? when : { ...when, of: sessionId };
}

/** State of a follow-up as a list of statements; empty if it only waits for its condition. */
export function followUpStatus(
  { held, metAt, waitsFor, repeat, problem }: FollowUpState,
  now: number,
): readonly string[] {
  const parts = [
    held === true && t('On hold'),
    problem !== undefined && plainLine(problem, problemLength),
    metAt !== undefined && t('Condition met {0}', formatMoment(Date.parse(metAt), now)),
    repeat !== undefined && t('{0} of {1} sent', repeat.sent, repeat.max),
    waitsFor !== undefined && held !== true && reasonWords(waitsFor),
  ];
  return parts.filter((part) => part !== false);
}

/** Longest reason why a session was not started, in characters. */
const problemLength = 300;

/** Longest start of a prompt that a line shows, in characters. */
const textLength = 60;

/**
 * Texts for a follow-up in another session's queue that waits for this session, or for one in its
 * own queue that starts a session.
 */
export interface SourceFollowUpText {
  /** The session with the queue; undefined if it is not on the board. */
  readonly target: LiveSession | undefined;
  readonly name: string;
  readonly text: string;
  /** When it is sent, from the point of view of its source: “when its tests pass”. */
  readonly when: string;
  readonly status: readonly string[];
}

export function sourceFollowUpText(
  source: Pick<LiveSession, 'sessionId'>,
  followUp: SourceFollowUp,
  find: SessionLookup,
  now: number,
): SourceFollowUpText {
  const target = sessionAtHubOf(source.sessionId, followUp.sessionId, find);
  const isOwn = followUp.sessionId === source.sessionId;
  return {
    target,
    name: nameOf(followUp, target),
    text: plainTitle(followUp.text, textLength),
    when: isOwn
      ? promptCondition(source.sessionId, followUp.when, find, now)
      : describeForSource(followUp.when, now),
    status: followUpStatus(followUp, now),
  };
}

function nameOf({ newSession }: SourceFollowUp, target: LiveSession | undefined): string {
  if (newSession !== undefined) return newSessionName(newSession);
  return target === undefined ? t('a session that is not on the board') : quoted(target);
}

/** The follow-up in one line: “Then “review”: Look at it, when its tests pass”. */
export function sourceFollowUpLine({
  name,
  text,
  when,
  status,
}: Omit<SourceFollowUpText, 'target'>): string {
  return [t('Then {0}: {1}, {2}', name, text, when), ...status].join(' · ');
}

/** Describes a condition on the card of its source, which the text calls “it”. */
function describeForSource({ of: _of, ...when }: ShownCondition, now: number): string {
  return when.kind === 'ended' ? t('when it has ended') : describeCondition(when, undefined, now);
}

/** The title of a session in quotation marks, which separate it from the surrounding text. */
export function quoted(session: Pick<LiveSession, 'title'>): string {
  return t('“{0}”', sessionTitle(session));
}
