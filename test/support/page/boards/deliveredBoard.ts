import type { DisplayBadge, SessionOutcome } from '../../../../src/shared/protocol/layers/display';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import {
  aPendingRequest,
  aSession,
  builderNow,
  secondsAgo,
  type SessionOverrides,
} from '../../sessionBuilder';

const minute = 60;

export const saying = (text: string) => stateLabel('asIs', text);

/** A badge with this text. */
export function aBadge(text: string, rest: Partial<Omit<DisplayBadge, 'text'>> = {}): DisplayBadge {
  return { text: saying(text), ...rest };
}

const passing = aBadge('212 pass', {
  icon: 'flask',
  tone: 'green',
  tooltip: saying('vitest, 14:02'),
});
const failing = aBadge('3 fail', { icon: 'flask', tone: 'red', tooltip: saying('vitest, 13:48') });
const stale = aBadge('48 pass', { icon: 'flask', tooltip: saying('A file was changed since.') });
const pull = aBadge('PR #41', {
  icon: 'pull-request',
  tone: 'blue',
  href: 'https://github.com/dev/api-server/pull/41',
});

const rest = (state = 'idle', message = ''): NonNullable<SessionOverrides['agentState']> => ({
  group: state === 'idle' ? 'needs_you' : 'delivered',
  state,
  label: state === 'idle' ? stateLabel('idle') : stateLabel('closed'),
  ...(message !== '' && { context: { message } }),
});

const outcome = (rest: Partial<SessionOutcome>): SessionOutcome => ({
  commits: 1,
  pulls: [],
  at: builderNow,
  ...rest,
});

/** A session that opened a pull request, with everything that a card can show of one. */
export const withPull: LiveSession = aSession({
  sessionId: 'd0000001-0000-4000-8000-000000000000',
  title: 'Make the orders endpoint idempotent',
  gitBranch: 'feature/idempotency-keys',
  agentState: rest('idle', 'The pull request is open. The migration is described in it.'),
  stateSince: secondsAgo(4 * minute),
  tasks: { completed: 5, total: 5 },
  changes: { files: 6, edits: 19 },
  cost: { totalUsd: 2.31 },
  repository: {
    branch: 'feature/idempotency-keys',
    worktree: 'orders',
    upstream: 'origin/feature/idempotency-keys',
    ahead: 2,
    behind: 1,
    uncommitted: 3,
  },
  display: {
    layer: 'sdlc',
    label: saying('Opened PR #41'),
    icon: 'pull-request',
    tone: 'blue',
    badges: [
      pull,
      passing,
      aBadge('↑2', { icon: 'push', tooltip: saying('2 commits are not pushed.') }),
      aBadge('3 uncommitted', { icon: 'pencil', tone: 'amber' }),
    ],
    detail: saying('2 commits to feature/idempotency-keys, pushed at 14:03.'),
  },
  outcome: outcome({
    commits: 2,
    pushed: 'feature/idempotency-keys',
    pulls: [
      {
        number: 41,
        url: 'https://github.com/dev/api-server/pull/41',
        repository: 'dev/api-server',
        state: 'open',
      },
    ],
    tests: { ok: true, passed: 212, failed: 0, stale: false },
  }),
});

/**
 * Sessions with results: commits, a pull request, failed tests, a draft, and sessions without any.
 */
export const deliveredBoard: readonly LiveSession[] = [
  aSession({
    sessionId: 'd0000002-0000-4000-8000-000000000000',
    title: 'Round invoices half even',
    projectName: 'billing',
    gitBranch: 'fix/rounding',
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: stateLabel('permission', 'Bash'),
    },
    pendingRequest: aPendingRequest(),
    stateSince: secondsAgo(2 * minute),
    display: { layer: 'sdlc', label: saying('Tests failing'), badges: [failing] },
    outcome: outcome({ commits: 0, tests: { ok: false, passed: 41, failed: 3, stale: false } }),
  }),
  withPull,
  aSession({
    sessionId: 'd0000003-0000-4000-8000-000000000000',
    title: 'Find out why the checkout times out',
    projectName: 'web-shop',
    gitBranch: 'fix/checkout',
    agentState: rest('idle', 'Three tests of the cart still fail: they expect the old timeout.'),
    stateSince: secondsAgo(11 * minute),
    changes: { files: 2, edits: 4 },
    display: {
      layer: 'sdlc',
      label: saying('Tests failing'),
      icon: 'flask',
      tone: 'red',
      badges: [failing, aBadge('2 uncommitted', { icon: 'pencil', tone: 'amber' })],
    },
    outcome: outcome({ commits: 0, tests: { ok: false, passed: 18, failed: 3, stale: false } }),
  }),
  aSession({
    sessionId: 'd0000004-0000-4000-8000-000000000000',
    title: 'A novel in twelve chapters',
    projectName: 'the-lighthouse',
    agentState: rest('idle', 'Chapter seven has the storm now. Is the keeper too calm?'),
    stateSince: secondsAgo(26 * minute),
    display: {
      layer: 'creative',
      label: saying('Draft 3 of chapter-07.md'),
      icon: 'book',
      tone: 'blue',
      badges: [aBadge('Exported', { icon: 'export', tone: 'green' }), aBadge('Draft 3')],
    },
  }),
  aSession({
    sessionId: 'd0000005-0000-4000-8000-000000000000',
    title: 'Add a size guide to the product page',
    projectName: 'web-shop',
    gitBranch: 'feature/size-guide',
    lastActivityAt: secondsAgo(4),
    display: { layer: 'sdlc', badges: [stale, aBadge('↑1', { icon: 'push' })] },
  }),
  aSession({
    sessionId: 'd0000006-0000-4000-8000-000000000000',
    title: 'Explain the cache headers',
    projectName: 'docs-site',
    lastActivityAt: secondsAgo(9),
  }),
  aSession({
    sessionId: 'd0000007-0000-4000-8000-000000000000',
    title: 'Return 409 on a double submit',
    gitBranch: 'fix/double-submit',
    agentState: rest('session_ended'),
    stateSince: secondsAgo(70 * minute),
    display: {
      layer: 'sdlc',
      label: saying('Merged PR #38'),
      icon: 'merge',
      tone: 'green',
      badges: [
        aBadge('PR #38', {
          icon: 'pull-request',
          tone: 'green',
          href: 'https://github.com/dev/api-server/pull/38',
        }),
        passing,
      ],
    },
    outcome: outcome({
      commits: 4,
      pulls: [{ number: 38, url: 'https://github.com/dev/api-server/pull/38', state: 'merged' }],
    }),
  }),
  aSession({
    sessionId: 'd0000008-0000-4000-8000-000000000000',
    title: 'Deploy the landing page',
    projectName: 'landing',
    agentState: rest('session_ended'),
    stateSince: secondsAgo(95 * minute),
    display: {
      layer: 'rules',
      rule: 'deploy',
      label: saying('Deployed to production'),
      icon: 'rocket',
      tone: 'green',
      badges: [aBadge('live', { icon: 'globe', href: 'https://landing.example/' })],
    },
  }),
  aSession({
    sessionId: 'd0000009-0000-4000-8000-000000000000',
    title: 'Bump dependencies',
    projectName: 'infra',
    agentState: rest('session_ended'),
    stateSince: secondsAgo(120 * minute),
  }),
];
