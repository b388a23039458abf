import type { FollowUpSource } from '../../../src/extension/hub/prompts/followUpSource';

/** A living session without any activity, with these fields changed. */
export function aSource(fields: Partial<FollowUpSource> = {}): FollowUpSource {
  return {
    isRead: true,
    turnEnd: {},
    isLiving: true,
    endedAt: undefined,
    tests: undefined,
    testRun: undefined,
    facts: [],
    pull: undefined,
    isColliding: false,
    texts: {},
    ...fields,
  };
}
