import type { Label } from '../../src/shared/protocol/label';
import type {
  AgentState,
  LiveSession,
  PendingRequest,
  SessionDetails,
  SubagentCard,
  Summary,
} from '../../src/shared/protocol/protocol';
import { stateLabel } from '../../src/shared/words/stateLabels';

/** Overrides for any field; nested objects may be partial. */
export type SessionOverrides = Partial<
  Omit<LiveSession, 'agentState' | 'tokens' | 'cost' | 'contextWindow'>
> & {
  readonly agentState?: Partial<Omit<AgentState, 'label'>> & {
    /** A plain text is shown unchanged. */
    readonly label?: Label | string;
  };
  readonly tokens?: Partial<LiveSession['tokens']>;
  readonly cost?: Partial<LiveSession['cost']>;
  readonly contextWindow?: Partial<LiveSession['contextWindow']>;
};

/** The instant that the builders' times refer to. */
export const builderNow = '2026-03-02T10:00:00.000Z';

/** An ISO time that many seconds before `builderNow`. */
export function secondsAgo(seconds: number): string {
  return new Date(Date.parse(builderNow) - seconds * 1000).toISOString();
}

/** A valid session; without overrides it runs Bash in the project `api-server`. */
export function aSession(overrides: SessionOverrides = {}): LiveSession {
  const { agentState, tokens, cost, contextWindow, ...rest } = overrides;
  const { label = stateLabel('running', 'Bash'), ...state } = agentState ?? {};
  const counts = { input: 1200, output: 3400, cacheRead: 40_000, cacheCreation: 5400, ...tokens };
  const window = { usedTokens: 50_000, sizeTokens: 200_000, ...contextWindow };
  return {
    sessionId: '11111111-1111-4111-8111-111111111111',
    title: 'Add pagination to the orders endpoint',
    projectPath: '/home/dev/api-server',
    projectName: 'api-server',
    gitBranch: 'main',
    transcriptPath:
      '/home/dev/.claude/projects/-home-dev-api-server/11111111-1111-4111-8111-111111111111.jsonl',
    pid: 4711,
    entrypoint: 'cli',
    model: 'claude-sonnet-4-5',
    permissionMode: 'default',
    why: [],
    stateSince: secondsAgo(30),
    startedAt: secondsAgo(600),
    lastActivityAt: secondsAgo(5),
    subagents: [],
    ...rest,
    agentState: {
      group: 'autonomous',
      state: 'acting',
      label: typeof label === 'string' ? stateLabel('asIs', label) : label,
      confidence: 1,
      source: 'hook',
      ...state,
    },
    tokens: {
      ...counts,
      total: counts.input + counts.output + counts.cacheRead + counts.cacheCreation,
      ...tokens,
    },
    cost: { totalUsd: 0.42, estimated: false, ...cost },
    contextWindow: {
      usedPercent: window.sizeTokens > 0 ? (window.usedTokens / window.sizeTokens) * 100 : 0,
      ...window,
    },
  };
}

/** An open permission dialog, by default for a Bash command. */
export function aPendingRequest(overrides: Partial<PendingRequest> = {}): PendingRequest {
  return {
    requestId: 'toolu_Bash',
    toolName: 'Bash',
    toolInput: { command: 'npm test', description: 'Run the tests' },
    suggestions: [],
    whole: true,
    requestedAt: secondsAgo(30),
    ...overrides,
  };
}

/** A subagent of the main agent, by default a running Explore one. */
export function aSubagent(overrides: Partial<SubagentCard> = {}): SubagentCard {
  return {
    agentId: 'a1b2c3d4e5f6',
    agentType: 'Explore',
    description: 'Find the order routes',
    state: 'running',
    startedAt: secondsAgo(20),
    ...overrides,
  };
}

/** The summary that a hub would send with these sessions. */
export function aSummary(
  sessions: readonly LiveSession[],
  today: Partial<
    Pick<
      Summary,
      | 'totalCostTodayUsd'
      | 'totalTokensToday'
      | 'scan'
      | 'stranded'
      | 'digest'
      | 'limits'
      | 'machines'
      | 'grants'
    >
  > = {},
): Summary {
  const count = (group: AgentState['group']) =>
    sessions.filter((session) => session.agentState.group === group).length;
  return {
    needsYouCount: count('needs_you'),
    autonomousCount: count('autonomous'),
    deliveredCount: count('delivered'),
    totalCostTodayUsd: 12.34,
    totalTokensToday: 3_400_000,
    ...today,
  };
}

/** Details that a hub would send for a running session: tasks, files, cost and its last hour. */
export function someDetails(overrides: Partial<SessionDetails> = {}): SessionDetails {
  const ago = (minutes: number) => secondsAgo(minutes * 60);
  return {
    tasks: [
      { subject: 'Write the migration', completed: true },
      { subject: 'Run it on staging', completed: true },
      { subject: 'Make the endpoint idempotent', completed: true },
      { subject: 'Test the double submit', completed: false },
      { subject: 'Update the reference', completed: false },
    ],
    changes: [
      { path: '/home/dev/api-server/src/orders/routes.ts', edits: 4 },
      { path: '/home/dev/api-server/migrations/0042_idempotency_keys.sql', edits: 1 },
      { path: '/home/dev/shared/keys.ts', edits: 2 },
    ],
    cost: {
      byKind: { input: 0.04, output: 1.31, cacheRead: 0.55, cacheCreation: 0.41, other: 0 },
      models: [
        { model: 'claude-opus-4-1', usd: 2.12, tokens: 940_000 },
        { model: 'claude-haiku-4-5', usd: 0.19, tokens: 114_000 },
      ],
    },
    recent: [
      { at: ago(70), kind: 'running' },
      { at: ago(44), kind: 'blocked' },
      { at: ago(38), kind: 'running' },
      { at: ago(15), kind: 'idle' },
      { at: ago(11), kind: 'running' },
      { at: ago(4), kind: 'blocked' },
    ],
    ...overrides,
  };
}
