import type { FollowUpFact, FollowUpReason } from '../text/followUps';
import type { ShownCondition } from '../protocol/session/followUp';
import { ownOf } from '../text/fields';
import { formatMoment } from './format';
import { t } from './l10n';

/** Texts for a fact about the session that receives the prompt, and about another session. */
interface FactWords {
  readonly own: () => string;
  readonly other: (name: string) => string;
}

const factWords: Readonly<Record<FollowUpFact, FactWords>> = {
  testsGreen: {
    own: () => t('when its tests pass'),
    other: (name) => t('when the tests of {0} pass', name),
  },
  testsRed: {
    own: () => t('when its tests fail'),
    other: (name) => t('when the tests of {0} fail', name),
  },
  committed: {
    own: () => t('when it has committed'),
    other: (name) => t('when {0} has committed', name),
  },
  pushed: {
    own: () => t('when it has pushed'),
    other: (name) => t('when {0} has pushed', name),
  },
  pullOpened: {
    own: () => t('when it has opened a pull request'),
    other: (name) => t('when {0} has opened a pull request', name),
  },
  pullMerged: {
    own: () => t('when its pull request is merged'),
    other: (name) => t('when the pull request of {0} is merged', name),
  },
  checksGreen: {
    own: () => t('when the checks of its pull request pass'),
    other: (name) => t('when the checks of {0}’s pull request pass', name),
  },
  checksRed: {
    own: () => t('when the checks of its pull request fail'),
    other: (name) => t('when the checks of {0}’s pull request fail', name),
  },
  collisionGone: {
    own: () => t('when its collision is gone'),
    other: (name) => t('when the collision of {0} is gone', name),
  },
};

/**
 * Describes a condition as the end of a sentence: "when the tests of review pass". `name` is the
 * title of its source, undefined if that is the session of the queue.
 */
export function describeCondition(
  { kind, at, of, fact }: ShownCondition,
  name: string | undefined,
  now: number,
): string {
  const other = of === undefined ? undefined : (name ?? t('a session that is not on the board'));
  if (kind === 'time' && at !== undefined) return t('at {0}', formatMoment(at, now));
  if (kind === 'finished')
    return other === undefined ? t('when it has finished') : t('when {0} has finished', other);
  if (kind === 'ended' && other !== undefined) return t('when {0} has ended', other);
  const words = kind === 'fact' && fact !== undefined ? ownOf(factWords, fact) : undefined;
  if (words !== undefined) return other === undefined ? words.own() : words.other(other);
  return t('on a condition of another version');
}

const reasons: Readonly<Record<FollowUpReason, () => string>> = {
  unknownCondition: () =>
    t('Another version of Mission Control wrote this condition, so it isn’t sent.'),
  sourceUnknown: () => t('The session it waits for is not on the board.'),
  sourceElsewhere: () =>
    t('The session it waits for is on another machine or account, so it’s never sent. Remove it.'),
  sourceEnded: () => t('The session it waits for has ended.'),
  unproven: () => t('Nothing reports for certain whether that session has finished.'),
  turnFailed: () => t('The last turn failed or was interrupted.'),
  question: () => t('The session it waits for has a question.'),
  denied: () => t('A call was denied in the last turn.'),
  background: () => t('Background work is still running.'),
  scheduled: () => t('The session it waits for starts again by itself.'),
  queue: () => t('The session it waits for continues with its own queue first.'),
  before: () => t('That was so before it was written; it waits for the next time.'),
  pullUnknown: () => t('The state of the pull request isn’t known.'),
  collisionUnknown: () => t('It isn’t known whether a collision has gone.'),
  sessionBudget: () => t('The session’s budget is used up, so it stops here.'),
  dayBudget: () => t('The day’s budget is used up, so it stops here.'),
  maximum: () => t('Sent as often as you allowed.'),
  noStarter: () =>
    t('No window can start a session now. It needs one with a trusted workspace that answers.'),
  folderGone: () =>
    t('The folder of the new session no longer exists. Restore it, or remove this prompt.'),
  unsigned: () =>
    t('It wasn’t written in an accepted window: review it in its queue before it is sent.'),
  targetGone: () => t('The session that receives it is not on the board.'),
};

/** Describes why a follow-up is not sent yet. */
export function reasonWords(reason: string): string {
  return ownOf(reasons, reason)?.() ?? t('It waits for a reason this version doesn’t know.');
}
