import { idAtHubOf, sessionAtHubOf, type SessionLookup } from '../../shared/board/hubIds';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { FollowUpCondition, FollowUpFields } from '../../shared/protocol/session/followUp';
import { fieldsOf, textOf } from '../../shared/text/fields';
import { followUpFacts, isRepeatCount, type FollowUpFact } from '../../shared/text/followUps';

/** Choices for a prompt's condition; `turn` is a prompt without one. */
export type WhenChoice = 'turn' | 'time' | 'finished' | 'ended' | FollowUpFact;

export const whenChoices: readonly WhenChoice[] = [
  'turn',
  'time',
  'finished',
  'ended',
  ...followUpFacts,
];

/** Conditions that can come true more than once. */
const repeatable: ReadonlySet<WhenChoice> = new Set<WhenChoice>([
  'finished',
  'testsGreen',
  'testsRed',
  'committed',
  'pushed',
  'checksGreen',
  'checksRed',
  'collisionGone',
]);

export function canRepeat({ when, startsNew }: Pick<FollowUpDraft, 'when' | 'startsNew'>): boolean {
  return repeatable.has(when) && !startsNew;
}

/** True if the condition is about the state of a session. */
export function hasSource({ when }: Pick<FollowUpDraft, 'when'>): boolean {
  return when !== 'turn' && when !== 'time';
}

/** Condition and target of a prompt while it is being written. */
export interface FollowUpDraft {
  readonly when: WhenChoice;
  /** Local time as `YYYY-MM-DDTHH:MM`. */
  readonly at: string;
  /** Board id of the session whose state is the condition; empty for the session of the box. */
  readonly of: string;
  /** Board id of the session that receives the prompt; empty for the session of the box. */
  readonly to: string;
  /** True if the prompt starts a session in `folder`; `to` is empty then. */
  readonly startsNew: boolean;
  readonly folder: string;
  readonly worktree: boolean;
  readonly repeats: boolean;
  /** Maximum number of repeats as typed. */
  readonly max: string;
  /** Titles of the chosen sessions, for the time after they have left the board. */
  readonly ofTitle: string;
  readonly toTitle: string;
}

export const emptyDraft: FollowUpDraft = {
  when: 'turn',
  at: '',
  of: '',
  to: '',
  startsNew: false,
  folder: '',
  worktree: false,
  repeats: false,
  max: '5',
  ofTitle: '',
  toTitle: '',
};

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

/** The first suggestion of a time: about an hour from now. */
export function suggestedTime(now: number): string {
  return localTime(Math.ceil((now + hourMs) / fiveMinutesMs) * fiveMinutesMs);
}

/** Parses a stored draft; undefined while the row for condition and target is closed. */
export function parseFollowUpDraft(kept: unknown): FollowUpDraft | undefined {
  const { followUp } = fieldsOf(kept);
  if (followUp === undefined) return undefined;
  const { when, at, of, to, repeats, max, ofTitle, toTitle, ...newSession } = fieldsOf(followUp);
  return {
    when: whenChoices.find((one) => one === when) ?? 'turn',
    at: textOf(at),
    of: textOf(of),
    to: textOf(to),
    startsNew: newSession['startsNew'] === true,
    folder: textOf(newSession['folder']),
    worktree: newSession['worktree'] === true,
    repeats: repeats === true,
    max: typeof max === 'string' ? max : emptyDraft.max,
    ofTitle: textOf(ofTitle),
    toTitle: textOf(toTitle),
  };
}

/** Converts ms since 1970 to local time in the format of a `datetime-local` field. */
export function localTime(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}

/** The chosen time in ms since 1970; NaN if there is none. */
export function timeOfDraftMs({ at }: Pick<FollowUpDraft, 'at'>): number {
  return new Date(at).getTime();
}

/**
 * Board ids of a follow-up's sessions: the one in whose box it is written, the one that receives
 * it, and the one whose state is its condition.
 */
export interface FollowUpParties {
  readonly box: string;
  readonly target: string;
  readonly source: string;
}

export function partiesOf(sessionId: string, { of, to }: FollowUpDraft): FollowUpParties {
  return { box: sessionId, target: to || sessionId, source: of || sessionId };
}

/**
 * Changes of a draft after a new session was chosen as its target. It needs a condition, so a draft
 * without one waits until this turn is finished.
 */
export function newSessionDraft(
  { projectPath }: Pick<LiveSession, 'projectPath'>,
  { when, folder }: FollowUpDraft,
): Partial<FollowUpDraft> {
  return {
    startsNew: true,
    to: '',
    toTitle: '',
    when: when === 'turn' ? 'finished' : when,
    folder: folder || projectPath,
  };
}

/**
 * Returns the condition and target as fields of the call, which is signed; empty for a prompt
 * without a condition. The draft must be valid.
 */
export function fieldsToSend(sessionId: string, draft: FollowUpDraft): FollowUpFields {
  const { box, target, source } = partiesOf(sessionId, draft);
  const when = conditionOf(draft, target, source);
  if (when === undefined) return {};
  const max = Number(draft.max);
  const repeats = draft.repeats && canRepeat(draft) && isRepeatCount(max);
  return {
    when,
    ...(repeats && { repeat: { max } }),
    ...(box !== target && { from: idAtHubOf(target, box) }),
    ...(draft.startsNew && {
      newSession: { folder: draft.folder, ...(draft.worktree && { worktree: true }) },
    }),
  };
}

function conditionOf(
  { when, at }: FollowUpDraft,
  target: string,
  source: string,
): FollowUpCondition | undefined {
  const id = idAtHubOf(target, source);
  const of = source === target ? {} : { of: id };
  switch (when) {
    case 'turn':
      return undefined;
    case 'time':
      return { kind: 'time', at: timeOfDraftMs({ at }) };
    case 'finished':
      return { kind: 'finished', ...of };
    case 'ended':
      return { kind: 'ended', of: id };
    default:
      return { kind: 'fact', fact: when, ...of };
  }
}

/**
 * Restores the draft of a queued follow-up, so that it can be written again after its edit was
 * refused.
 */
export function draftFromFields(
  sessionId: string,
  { when, repeat, newSession }: FollowUpFields,
  find: SessionLookup,
): FollowUpDraft | undefined {
  if (when === undefined) return undefined;
  const id = 'of' in when ? when.of : undefined;
  const source = id === undefined ? undefined : sessionAtHubOf(sessionId, id, find);
  return {
    ...emptyDraft,
    when: when.kind === 'fact' ? when.fact : when.kind,
    ...(when.kind === 'time' && { at: localTime(when.at) }),
    ...(id !== undefined && { of: source?.sessionId ?? id, ofTitle: source?.title ?? '' }),
    ...(repeat !== undefined && { repeats: true, max: String(repeat.max) }),
    ...(newSession !== undefined && {
      startsNew: true,
      folder: newSession.folder,
      worktree: newSession.worktree === true,
    }),
  };
}
