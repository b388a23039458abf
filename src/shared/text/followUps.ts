/** Facts of a session's work for which a follow-up can wait. */
export const followUpFacts = [
  'testsGreen',
  'testsRed',
  'committed',
  'pushed',
  'pullOpened',
  'pullMerged',
  'checksGreen',
  'checksRed',
  'collisionGone',
] as const;
export type FollowUpFact = (typeof followUpFacts)[number];

/** Bounds of the number of times that a repeating follow-up is sent. */
export const minRepeats = 2;
export const maxRepeats = 20;

export function isRepeatCount(max: number): boolean {
  return Number.isInteger(max) && max >= minRepeats && max <= maxRepeats;
}

/** Maximum number of characters of a follow-up on the card of its source. */
export const sourceTextLength = 200;

/**
 * Reasons why a follow-up that is not held is not sent, other than that its condition has not come
 * true yet. More values may be added.
 */
export type FollowUpReason =
  /** A different version of the product wrote the condition. */
  | 'unknownCondition'
  /** The source is not on the board of this hub. */
  | 'sourceUnknown'
  /** The source runs on another machine. */
  | 'sourceElsewhere'
  /** The source has ended; only a resumed session can fulfil the condition. */
  | 'sourceEnded'
  /** The client reports no status, or the process is only assumed to run the source. */
  | 'unproven'
  /** The source's last turn failed, was interrupted, or met a limit. */
  | 'turnFailed'
  /** The source asks a question or requests permission. */
  | 'question'
  /** A call was denied, blocked or not answered in the source's last turn. */
  | 'denied'
  /** Background work of the source still runs. */
  | 'background'
  /** The source starts again by itself at a scheduled time. */
  | 'scheduled'
  /** The source's own queue continues first. */
  | 'queue'
  /** The condition was true before the follow-up was written; it waits for the next time. */
  | 'before'
  /** The state of the source's pull requests is not known. */
  | 'pullUnknown'
  /**
   * This hub did not observe the source in a collision, so it can't detect that a collision is
   * gone.
   */
  | 'collisionUnknown'
  /** The budget of the session, or of the day, is used up; a repeating follow-up stops. */
  | 'sessionBudget'
  | 'dayBudget'
  /** It was sent as often as its maximum allows. */
  | 'maximum'
  /** No accepted window or phone wrote it, or its key is not known any more. */
  | 'unsigned'
  /** The session that receives the prompt is not on the board. */
  | 'targetGone'
  /** No window can start a session in the folder. */
  | 'noStarter'
  /** The folder of the session to start does not exist. */
  | 'folderGone';
