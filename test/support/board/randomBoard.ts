import { array, boolean, constantFrom, integer, record, tuple } from 'fast-check';
import type { Digest } from '../../../src/shared/protocol/looks';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession, aSubagent, secondsAgo } from '../sessionBuilder';

/**
 * A digest whose counts differ from the board's, as it covers only changes since the person left.
 */
export const digestWithOtherCounts: Digest = {
  since: secondsAgo(7_200),
  pullsOpened: 0,
  pullsMerged: 0,
  pushed: 0,
  committed: 0,
  finished: 1,
  failingTests: 0,
  blocked: { count: 99, since: secondsAgo(60) },
  sessionIds: [],
};

const states = {
  needs_you: [
    'needs_permission',
    'awaiting_input',
    'error',
    'budget_exceeded',
    'idle',
    'interrupted',
  ],
  autonomous: ['acting', 'sleeping', 'waiting_for_agent'],
  delivered: ['task_complete', 'session_ended', 'archived'],
} as const;

const allStates = (Object.keys(states) as (keyof typeof states)[]).flatMap((group) =>
  states[group].map((state) => ({ group, state })),
);

const machine = (index: number, isAway: boolean) => ({
  id: `m000000000000000${index}`,
  name: `box ${index}`,
  ...(isAway && { away: secondsAgo(600) }),
});

/**
 * Random boards: sessions in all states, some pinned, with teammates, or on machines that may be
 * disconnected.
 */
export const randomBoards = record({
  away: tuple(boolean(), boolean()),
  sessions: array(
    record({
      agentState: constantFrom(...allStates),
      pinned: boolean(),
      place: constantFrom(0, 0, 1, 2),
      project: constantFrom('shop', 'billing', 'docs'),
      teammates: array(constantFrom('running', 'needs_permission', 'idle'), {
        maxLength: 3,
      }),
      age: integer({ min: 0, max: 7_200 }),
    }),
    { maxLength: 24 },
  ),
}).map(({ away, sessions }) =>
  sessions.map(({ agentState, pinned, place, project, teammates, age }, index): LiveSession => {
    const on = machine(place, away[place - 1] ?? false);
    const id = `s${index}`;
    return aSession({
      sessionId: place === 0 ? id : `${on.id}~${id}`,
      title: `Session ${index}`,
      projectName: project,
      projectPath: `/home/dev/${project}`,
      stateSince: secondsAgo(age),
      agentState: { ...agentState, label: agentState.state },
      subagents: teammates.map((state, nth) => aSubagent({ agentId: `a${index}${nth}`, state })),
      ...(pinned && { pinned }),
      ...(place > 0 && { machine: on }),
    });
  }),
);

/** Expected counts of blocked and ready sessions, computed independently of the product. */
export function expectedPair(sessions: readonly LiveSession[]): { blocked: number; ready: number } {
  const here = sessions.filter(
    ({ agentState, machine: on }) => agentState.group === 'needs_you' && on?.away === undefined,
  );
  const ready = here.filter(({ agentState: { state } }) =>
    ['idle', 'interrupted'].includes(state),
  ).length;
  return { blocked: here.length - ready, ready };
}
