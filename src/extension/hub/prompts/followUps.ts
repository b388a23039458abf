import {
  followUpSchema,
  type FollowUpCondition,
  type FollowUpFields,
  type NewSessionTarget,
} from '../../../shared/protocol/session/followUp';
import { canonicalJson } from '../../../shared/protocol/signed';
import type { Prompt } from './promptQueue';

/** The validated fields of a follow-up, as a person signed them. */
export interface FollowUp {
  readonly when: FollowUpCondition;
  /** Maximum number of times the prompt is sent; undefined for once. */
  readonly max: number | undefined;
  /** The session to start with the prompt; absent if it goes to the session of its queue. */
  readonly newSession?: NewSessionTarget;
}

/**
 * Returns the follow-up of a prompt; undefined for a prompt without a condition, `unknown` if a
 * different version stored fields that this one does not fully support.
 */
export function followUpOf(prompt: Prompt): FollowUp | 'unknown' | undefined {
  if (prompt.when === undefined) return undefined;
  const known = parsedFollowUps.get(prompt);
  if (known !== undefined) return known;
  const followUp = parseFollowUp(prompt);
  parsedFollowUps.set(prompt, followUp);
  return followUp;
}

const parsedFollowUps = new WeakMap<Prompt, FollowUp | 'unknown'>();

function parseFollowUp({ when, repeat, from, newSession }: Prompt): FollowUp | 'unknown' {
  const stored = { when, repeat, from, newSession };
  const { success, data } = followUpSchema.safeParse(stored);
  if (!success || data.when === undefined) return 'unknown';
  // The schema drops fields that it does not define, and a dropped field may restrict the
  // condition.
  if (canonicalJson(data) !== canonicalJson(stored)) return 'unknown';
  if (data.newSession !== undefined && !canStartSession(data)) return 'unknown';
  const { when: condition, newSession: target } = data;
  return {
    when: condition,
    max: data.repeat?.max,
    ...(target !== undefined && { newSession: target }),
  };
}

/** Returns whether a follow-up with these fields may start a session. */
export function canStartSession({ when, repeat }: FollowUpFields): boolean {
  return when !== undefined && repeat === undefined;
}

/**
 * Returns whether a prompt has no condition, or its condition has come true and no person holds it
 * back.
 */
export function isReleasedByCondition({ when, metAt, held }: Prompt): boolean {
  return when === undefined || (metAt !== undefined && held !== true);
}

/** Returns the fields of a new prompt that make it a follow-up; none without a condition. */
export function newFollowUp(
  { when, repeat, from, newSession }: FollowUpFields,
  now: number,
): Partial<Prompt> {
  if (when === undefined) return {};
  return {
    when,
    since: now,
    ...(repeat !== undefined && { repeat }),
    ...(from !== undefined && { from }),
    ...(newSession !== undefined && { newSession }),
  };
}

/**
 * Returns a follow-up with the fields of its edit; a changed condition has to come true again.
 * Undefined if the edit would make a prompt a follow-up or the reverse, or change what it starts.
 */
export function editedFollowUp(
  prompt: Prompt,
  change: FollowUpFields,
  now: number,
): Prompt | undefined {
  if ((prompt.when === undefined) !== (change.when === undefined)) return undefined;
  if (canonicalJson(prompt.newSession) !== canonicalJson(change.newSession)) return undefined;
  const { when, repeat: _repeat, from: _from, since = now, metAt, base, ...rest } = prompt;
  const edited = { ...rest, ...newFollowUp(change, now) };
  if (canonicalJson(when) !== canonicalJson(change.when)) return edited;
  return {
    ...edited,
    ...(when !== undefined && { since }),
    ...(metAt !== undefined && { metAt }),
    ...(base !== undefined && { base }),
  };
}
