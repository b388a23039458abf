import type { PromptCard } from '../protocol/prompts';
import type { LiveSession } from '../protocol/protocol';
import type {
  FollowUpCondition,
  FollowUpFields,
  ShownCondition,
  SourceFollowUp,
} from '../protocol/session/followUp';
import { followUpFacts, isRepeatCount } from '../text/followUps';
import { plainTitle } from '../text/plainText';
import { describeCondition, reasonWords } from '../words/followUpText';
import { formatMoment } from '../words/format';
import { t } from '../words/l10n';
import { idAtHubOf, sessionAtHubOf, type SessionLookup } from './hubIds';
import { sessionTitle } from './sessionNames';

/** State of a follow-up, on the card of its queue or of its source. */
type FollowUpState = Pick<PromptCard, 'held' | 'metAt' | 'waitsFor' | 'repeat'>;

/** Parses a condition on a card; undefined if this version does not understand all of it. */
export function knownCondition({
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
 * The fields that an edit of a prompt repeats, so that it keeps its condition: none for a prompt
 * without a condition. Undefined if this version does not understand the condition.
 */
export function repeatedFields(sessionId: string, prompt: PromptCard): FollowUpFields | undefined {
  const { when: shown, repeat, from, waitsFor } = prompt;
  if (shown === undefined) return {};
  const { of } = shown;
  const source = of === undefined ? {} : { of: idAtHubOf(sessionId, of) };
  const when = knownCondition({ ...shown, ...source });
  if (when === undefined || waitsFor === 'unknownCondition') return undefined;
  if (repeat !== undefined && !isRepeatCount(repeat.max)) return undefined;
  return {
    when,
    ...(repeat !== undefined && { repeat: { max: repeat.max } }),
    ...(from !== undefined && { from: idAtHubOf(sessionId, from) }),
  };
}

/** Says when a prompt in the queue of a session is sent, as the end of a sentence. */
export function promptCondition(
  sessionId: string,
  when: ShownCondition,
  find: SessionLookup,
  now: number,
): string {
  const source = when.of === undefined ? undefined : sessionAtHubOf(sessionId, when.of, find);
  return describeCondition(when, source && quoted(source), now);
}

/** State of a follow-up, one statement each; empty while only its condition is missing. */
export function followUpStatus(
  { held, metAt, waitsFor, repeat }: FollowUpState,
  now: number,
): readonly string[] {
  const parts = [
    held === true && t('On hold'),
    metAt !== undefined && t('Condition met {0}', formatMoment(Date.parse(metAt), now)),
    repeat !== undefined && t('{0} of {1} sent', repeat.sent, repeat.max),
    waitsFor !== undefined && held !== true && reasonWords(waitsFor),
  ];
  return parts.filter((part) => part !== false);
}

/** Longest start of a prompt that a line shows, in characters. */
const textLength = 60;

/** A follow-up of another session that waits for this one, in words. */
export interface ThenText {
  /** The session that receives the prompt; undefined if it is not on the board. */
  readonly target: LiveSession | undefined;
  readonly name: string;
  readonly text: string;
  /** When it is sent, from the view of its source: “when its tests pass”. */
  readonly when: string;
  readonly status: readonly string[];
}

export function thenText(
  source: Pick<LiveSession, 'sessionId'>,
  followUp: SourceFollowUp,
  find: SessionLookup,
  now: number,
): ThenText {
  const target = sessionAtHubOf(source.sessionId, followUp.sessionId, find);
  return {
    target,
    name: target === undefined ? t('a session that is not on the board') : quoted(target),
    text: plainTitle(followUp.text, textLength),
    when: whenOfSource(followUp.when, now),
    status: followUpStatus(followUp, now),
  };
}

/** The follow-up in one line: “Then “review”: Look at it, when its tests pass”. */
export function thenLine({ name, text, when, status }: Omit<ThenText, 'target'>): string {
  return [t('Then {0}: {1}, {2}', name, text, when), ...status].join(' · ');
}

/** A condition on the card of its source, which the words refer to as “it”. */
function whenOfSource({ of: _of, ...when }: ShownCondition, now: number): string {
  return when.kind === 'ended' ? t('when it has ended') : describeCondition(when, undefined, now);
}

/** The title of a session in quotation marks, to tell it from the words around it. */
export function quoted(session: Pick<LiveSession, 'title'>): string {
  return t('“{0}”', sessionTitle(session));
}
