import { addressIn, addressOf } from '../protocol/machines/address';
import type { PromptCard } from '../protocol/prompts';
import type { LiveSession } from '../protocol/protocol';
import type { Condition, FollowUpFields, ShownCondition } from '../protocol/session/followUp';
import { followUpFacts, maxRepeats, minRepeats } from '../text/followUps';
import { conditionWords, reasonWords } from '../words/followUpText';
import { formatMoment } from '../words/format';
import { t } from '../words/l10n';
import { sessionTitle } from './sessionNames';

/** Returns a session of the board. */
export type SessionLookup = (sessionId: string) => LiveSession | undefined;

/** State of a follow-up, on the card of its queue or of its source. */
type FollowUpState = Pick<PromptCard, 'held' | 'metAt' | 'waitsFor' | 'repeat'>;

/** Parses a condition on a card; undefined if this version does not understand all of it. */
export function knownCondition({ kind, at, of, fact }: ShownCondition): Condition | undefined {
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
export function repeatedFields(prompt: PromptCard): FollowUpFields | undefined {
  const { when: shown, repeat, from, waitsFor } = prompt;
  if (shown === undefined) return {};
  const when = knownCondition(shown);
  if (when === undefined || waitsFor === 'unknownCondition') return undefined;
  if (repeat !== undefined && !isRepeatCount(repeat.max)) return undefined;
  return {
    when,
    ...(repeat !== undefined && { repeat: { max: repeat.max } }),
    ...(from !== undefined && { from }),
  };
}

export function isRepeatCount(max: number): boolean {
  return Number.isInteger(max) && max >= minRepeats && max <= maxRepeats;
}

/** The id by which the hub of a session knows another session of its machine. */
export function idAtHubOf(sessionId: string, other: string): string {
  return addressIn(sessionId) === undefined ? other : (addressIn(other)?.sessionId ?? other);
}

/** Finds a session by the id that the hub of another session uses for it. */
export function sessionAtHubOf(
  sessionId: string,
  other: string,
  find: SessionLookup,
): LiveSession | undefined {
  const machineId = addressIn(sessionId)?.machineId;
  const isHere = machineId === undefined || addressIn(other) !== undefined;
  return find(isHere ? other : addressOf({ machineId, sessionId: other }));
}

/** Says when a prompt in the queue of a session is sent, as the end of a sentence. */
export function promptCondition(
  sessionId: string,
  when: ShownCondition,
  find: SessionLookup,
  now: number,
): string {
  const source = when.of === undefined ? undefined : sessionAtHubOf(sessionId, when.of, find);
  return conditionWords(when, source && quoted(source), now);
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

/** The title of a session in quotation marks, to tell it from the words around it. */
export function quoted(session: Pick<LiveSession, 'title'>): string {
  return t('“{0}”', sessionTitle(session));
}
