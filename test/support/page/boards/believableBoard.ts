import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import {
  aPendingRequest,
  aSession,
  aSubagent,
  secondsAgo,
  type SessionOverrides,
} from '../../sessionBuilder';

const minute = 60;
const hour = 3600;

function named(id: number, project: string, title: string, rest: SessionOverrides): LiveSession {
  return aSession({
    sessionId: `${String(id).padStart(8, '0')}-0000-4000-8000-000000000000`,
    title,
    projectName: project,
    projectPath: `/home/dev/work/${project}`,
    ...rest,
  });
}

const needsYou: readonly LiveSession[] = [
  named(1, 'api-server', 'Make the orders endpoint idempotent', {
    gitBranch: 'feature/idempotency-keys',
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: stateLabel('permission', 'Bash'),
    },
    stateSince: secondsAgo(4 * minute),
    lastActivityAt: secondsAgo(4 * minute),
    why: [
      {
        source: 'hook',
        signal: 'PermissionRequest Bash',
        at: secondsAgo(4 * minute),
        state: 'needs_permission',
        confidence: 1,
        verdict: 'decides',
      },
      {
        source: 'registry',
        signal: 'waiting',
        at: secondsAgo(4 * minute),
        state: 'needs_permission',
        confidence: 0.9,
        verdict: 'agrees',
      },
      {
        source: 'jsonl',
        signal: 'tool_use Bash',
        at: secondsAgo(4 * minute + 2),
        state: 'acting',
        confidence: 0.3,
        verdict: 'overruled',
      },
    ],
    pendingRequest: aPendingRequest({
      toolInput: {
        command: 'npm run migrate -- --env staging && npm test -- --grep "idempotency"',
        description: 'Apply the migration to staging and run the tests',
      },
    }),
    tasks: { completed: 3, total: 5 },
    tokens: { input: 12_000, output: 48_000, cacheRead: 910_000, cacheCreation: 84_000 },
    contextWindow: { usedTokens: 124_000, compactsAtTokens: 167_000 },
    changes: { files: 3, edits: 7 },
    cost: { totalUsd: 2.31 },
  }),
  named(2, 'billing', 'Explain why invoices from March are off by one cent', {
    gitBranch: 'main',
    model: 'claude-opus-4-1-20250805',
    agentState: { group: 'needs_you', state: 'awaiting_input', label: stateLabel('question') },
    stateSince: secondsAgo(11 * minute),
    lastPrompt: 'Check the rounding in the tax module too',
    pendingRequest: aPendingRequest({
      toolName: 'AskUserQuestion',
      toolInput: {
        questions: [
          { question: 'Should existing invoices be corrected, or only new ones from now on?' },
          { question: 'Round half up or half even?' },
        ],
      },
    }),
    tokens: { cacheRead: 420_000, output: 22_000 },
    contextWindow: { usedTokens: 168_000 },
    cost: { totalUsd: 4.87 },
  }),
  named(3, 'mobile-app', 'Move navigation to the new router', {
    gitBranch: 'refactor/router-v7',
    agentState: {
      group: 'needs_you',
      state: 'awaiting_approval',
      label: stateLabel('plan'),
    },
    stateSince: secondsAgo(2 * minute),
    pendingRequest: aPendingRequest({
      toolName: 'ExitPlanMode',
      toolInput: { plan: '# Replace the navigation stack in four steps\n\n1. Add the router …' },
    }),
    contextWindow: { usedTokens: 61_000 },
    cost: { totalUsd: 0.94 },
  }),
  named(4, 'docs-site', 'Rewrite the quick start for newcomers', {
    gitBranch: 'docs/quick-start',
    model: 'claude-haiku-4-5',
    agentState: {
      group: 'needs_you',
      state: 'idle',
      label: stateLabel('idle'),
      context: {
        message:
          'The quick start now has three steps instead of nine, and the screenshots are new. Shall I translate it as well, or is English enough for this release?',
      },
    },
    stateSince: secondsAgo(26 * minute),
    lastPrompt: 'Shorter. A reader should be running in two minutes.',
    prompting: { way: 'hook', prompts: [] },
    contextWindow: { usedTokens: 38_000 },
    cost: { totalUsd: 0.18, estimated: true },
  }),
  named(14, 'payments', 'Reconcile the ledger with the bank export', {
    agentState: {
      group: 'needs_you',
      state: 'budget_exceeded',
      label: stateLabel('overBudget', '$5.20', '$5.00'),
    },
    stateSince: secondsAgo(3 * minute),
    cost: { totalUsd: 5.2 },
  }),
  named(15, 'web-shop', 'Merge the release branch back', {
    agentState: {
      group: 'needs_you',
      state: 'conflict_resolution',
      label: stateLabel('conflicts', 3),
    },
    stateSince: secondsAgo(9 * minute),
  }),
  named(16, 'search', 'Index the product reviews', {
    agentState: { group: 'needs_you', state: 'interrupted', label: stateLabel('interrupted') },
    stateSince: secondsAgo(12 * minute),
    prompting: {
      waitsFor: 'person',
      prompts: [
        {
          id: 'p1',
          text: 'Leave out the reviews without a text.',
          whole: true,
          state: 'uncertain',
          way: 'terminal',
          at: secondsAgo(13 * minute),
        },
        {
          id: 'p2',
          text: 'Then measure how large the index has become.',
          whole: true,
          state: 'queued',
          at: secondsAgo(11 * minute),
        },
      ],
    },
  }),
];

const running: readonly LiveSession[] = [
  named(5, 'web-shop', 'Add a size guide to the product page', {
    gitBranch: 'feature/size-guide',
    agentState: {
      label: stateLabel('running', 'Bash'),
      context: {
        toolName: 'Bash',
        toolInput: { command: 'npx playwright test size-guide.spec.ts' },
      },
    },
    stateSince: secondsAgo(14),
    lastActivityAt: secondsAgo(2),
    lastPrompt: 'Use the table component from the design system',
    prompting: {
      way: 'terminal',
      waitsFor: 'turn',
      prompts: [
        {
          id: 'p3',
          text: 'Use the table component from the design system',
          whole: true,
          state: 'read',
          way: 'terminal',
          at: secondsAgo(4 * minute),
        },
        {
          id: 'p4',
          text: 'Add a story for the narrow layout, and one for a language that is written from right to left.',
          whole: true,
          state: 'queued',
          at: secondsAgo(60),
        },
        {
          id: 'p5',
          text: 'Open a pull request.',
          whole: true,
          state: 'queued',
          at: secondsAgo(30),
        },
      ],
    },
    tasks: { completed: 4, total: 6 },
    changes: { files: 12, edits: 31 },
    contextWindow: { usedTokens: 92_000 },
    cost: { totalUsd: 1.12 },
  }),
  named(6, 'data-pipeline', 'Find out why the nightly import takes three hours', {
    gitBranch: 'main',
    agentState: { state: 'delegating', label: stateLabel('subagent', 'Explore') },
    stateSince: secondsAgo(3 * minute),
    lastActivityAt: secondsAgo(6),
    subagents: [
      aSubagent({
        agentId: 'a1',
        description: 'Trace the import jobs',
        transcriptPath: '/home/dev/.claude/agent-a1.jsonl',
        startedAt: secondsAgo(3 * minute),
        tokens: { input: 900, output: 2100, cacheRead: 61_000, cacheCreation: 0, total: 64_000 },
      }),
      aSubagent({
        agentId: 'a4',
        parentAgentId: 'a1',
        agentType: 'Plan',
        description: 'Order the steps',
        state: 'spawned',
        startedAt: secondsAgo(2),
      }),
      aSubagent({
        agentId: 'a2',
        agentType: 'general-purpose',
        description: 'Profile the parser',
        state: 'needs_permission',
        transcriptPath: '/home/dev/.claude/agent-a2.jsonl',
        startedAt: secondsAgo(95),
      }),
      aSubagent({ agentId: 'a3', state: 'completed', endedAt: secondsAgo(10) }),
      aSubagent({ agentId: 'a5', state: 'failed', endedAt: secondsAgo(5) }),
    ],
    contextWindow: { usedTokens: 171_000 },
    tokens: { cacheRead: 1_800_000 },
    cost: { totalUsd: 3.4 },
  }),
  named(7, 'design-system', 'ترجمة واجهة الإعدادات إلى العربية', {
    gitBranch: 'i18n/arabic-and-hebrew-with-mirrored-layouts-for-all-form-controls',
    agentState: { state: 'thinking', label: stateLabel('thinking') },
    stateSince: secondsAgo(41),
    lastActivityAt: secondsAgo(9),
    contextWindow: { usedTokens: 12_000 },
    cost: { totalUsd: 0.07 },
  }),
  named(8, 'infra', 'Upgrade the cluster and keep the old node pool until the soak test is green', {
    gitBranch: 'ops/k8s-1.34',
    agentState: { state: 'waiting_for_agent', label: stateLabel('shell') },
    stateSince: secondsAgo(18 * minute),
    lastActivityAt: secondsAgo(50),
    contextWindow: { usedTokens: 192_000 },
    tokens: { cacheRead: 2_600_000 },
    cost: { totalUsd: 6.02 },
  }),
  named(17, 'search', 'Tune the ranking', {
    agentState: { state: 'retrying', label: 'Retrying: API overloaded (attempt 3)' },
    lastActivityAt: secondsAgo(70),
  }),
  named(18, 'docs-site', 'Check every link', {
    agentState: { state: 'compacting', label: stateLabel('compacting') },
    lastActivityAt: secondsAgo(80),
  }),
];

const done: readonly LiveSession[] = [
  named(9, 'api-server', 'Return 409 on a double submit', {
    agentState: {
      group: 'delivered',
      state: 'task_complete',
      label: stateLabel('finished', 'double submit returns 409'),
      context: {
        message: 'Done: the handler answers 409 with the first order’s id. 14 tests pass.',
      },
    },
    gitBranch: 'fix/double-submit',
    stateSince: secondsAgo(7 * minute),
    tasks: { completed: 4, total: 4 },
    cost: { totalUsd: 0.88 },
  }),
  named(10, 'web-shop', 'Bump dependencies', {
    agentState: { group: 'delivered', state: 'session_ended', label: stateLabel('closed') },
    gitBranch: 'chore/deps',
    stateSince: secondsAgo(52 * minute),
    contextWindow: { usedTokens: 44_000 },
    cost: { totalUsd: 0.36 },
  }),
  named(11, 'billing', 'Write the release notes of 4.2', {
    agentState: {
      group: 'delivered',
      state: 'task_complete',
      label: stateLabel('finished', 'release notes'),
    },
    stateSince: secondsAgo(2 * hour + 5 * minute),
    cost: { totalUsd: 0.21 },
  }),
  named(12, 'mobile-app', 'Why does the splash screen flicker on Android?', {
    agentState: { group: 'delivered', state: 'session_ended', label: stateLabel('closed') },
    stateSince: secondsAgo(5 * hour),
    contextWindow: { usedTokens: 80_000 },
    cost: { totalUsd: 1.44 },
  }),
  named(13, 'playground', 'Try the new parser generator', {
    agentState: { group: 'delivered', state: 'archived', label: 'Archived' },
    stateSince: secondsAgo(27 * hour),
    contextWindow: { usedTokens: 0, sizeTokens: 0 },
    cost: { totalUsd: 0.004 },
  }),
  named(19, 'payments', 'Rotate the API keys', {
    agentState: { group: 'delivered', state: 'failed', label: 'Failed: Rate limit reached' },
    stateSince: secondsAgo(55 * minute),
  }),
  named(20, 'infra', 'Drain the old node pool', {
    agentState: { group: 'delivered', state: 'cancelled', label: 'Cut off: process killed' },
    stateSince: secondsAgo(70 * minute),
  }),
];

/**
 * A working day with a dozen sessions: every group, urgent and calm, long names and various
 * scripts.
 */
export const believableBoard: readonly LiveSession[] = [...needsYou, ...running, ...done];
