import type { Usage } from './contextMeter';

/** Version of the client that writes lines like these. */
export const clientVersion = '2.1.329';
export const entrypoint = 'cli';

/** One line of a transcript before serialization. */
export type Line = Readonly<Record<string, unknown>>;

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

/** Fields of every line of a conversation. */
export interface Frame {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gitBranch: string;
  readonly version: string;
  readonly entrypoint: string;
  readonly agent?: { readonly id: string; readonly type: string };
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly timestamp: string;
}

export interface MessageHead {
  readonly messageId: string;
  readonly requestId: string;
  readonly requestRef: string;
  readonly model: string;
  /** `null` if a person stopped the answer. */
  readonly stopReason: string | null;
  readonly usage: Usage;
}

export interface TurnHead {
  readonly promptId: string;
  readonly permissionMode: string;
  readonly promptIndex: number;
  readonly turnIndex: number;
}

/**
 * A line of the conversation's chain: `first`, its id and time, `rest`, and where it was written.
 */
export function chained(frame: Frame, first: Line, rest: Line = {}): Line {
  return {
    parentUuid: frame.parentUuid,
    isSidechain: frame.agent !== undefined,
    ...(frame.agent && { agentId: frame.agent.id }),
    ...first,
    uuid: frame.uuid,
    timestamp: frame.timestamp,
    ...rest,
    userType: 'external',
    entrypoint: frame.entrypoint,
    cwd: frame.cwd,
    sessionId: frame.sessionId,
    version: frame.version,
    gitBranch: frame.gitBranch,
  };
}

/** The main agent's lines name the session twice; a subagent's do not. */
export const again = (frame: Frame): Line => (frame.agent ? {} : { session_id: frame.sessionId });

/** One of the client's own short lines, outside of the conversation's chain. */
export const noteLine = (type: string, sessionId: string, fields: Line): Line => ({
  type,
  ...fields,
  sessionId,
});

export const fileHistoryLine = (messageId: string, timestamp: string): Line => ({
  type: 'file-history-snapshot',
  messageId,
  snapshot: { messageId, trackedFileBackups: {}, timestamp },
  isSnapshotUpdate: false,
});

const positionOf = ({ promptIndex, turnIndex }: TurnHead): Line => ({ promptIndex, turnIndex });

export function promptLine(frame: Frame, turn: TurnHead, text: string, notified = false): Line {
  const { promptId, permissionMode } = turn;
  const first = { promptId, type: 'user', message: { role: 'user', content: text } };
  if (frame.agent) return chained(frame, first);
  return chained(frame, first, {
    permissionMode,
    origin: notified ? { kind: 'task-notification', producer: 'session-task' } : { kind: 'human' },
    promptSource: notified ? 'system' : 'typed',
    turnOrigin: notified ? 'task_notification' : 'human',
    turnPosition: positionOf(turn),
    ...(notified && { queueSkipAttachments: true }),
  });
}

/** One line per content block; all blocks of a message repeat its id and usage. */
export function assistantLine(
  frame: Frame,
  message: MessageHead,
  block: Block,
  index: number,
): Line {
  const { messageId, requestId, requestRef, model, stopReason, usage } = message;
  const first = {
    message: {
      id: messageId,
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: stopReason,
      stop_sequence: null,
      usage: usageIn(usage),
      stop_details: null,
    },
    ...(block.type === 'thinking' && { thinkingDurationMs: 1800, thinkingDisplay: 'updates' }),
    ...(block.type === 'tool_use' && { toolInputStreamMs: 240 }),
    apiBlockIndex: index,
    requestId,
    requestRef,
    ...(frame.agent && { attributionAgent: frame.agent.type }),
    requestedModel: model,
    promptCacheRequested: '5m',
    type: 'assistant',
  };
  return chained(frame, first, {
    ...(stopReason === null && { isAbortedMidStream: true }),
    effort: 'medium',
    perTurnEffort: 'medium',
    madeBy: 'model',
    ...again(frame),
  });
}

/**
 * The usage of a finished message; `hour` is the part of the cache writes with a lifetime of one
 * hour.
 */
export function usageIn(usage: Usage, hour = 0): Line {
  return {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    output_tokens: usage.output_tokens,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: {
      ephemeral_1h_input_tokens: hour,
      ephemeral_5m_input_tokens: usage.cache_creation_input_tokens - hour,
    },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    fallback_credit: null,
  };
}

export interface ToolResult {
  readonly toolUseId: string;
  /** Result for the model. */
  readonly content: unknown;
  readonly isError?: boolean;
  /** Structured result, which only the client stores. */
  readonly toolUseResult: unknown;
  /** Further fields of the line: who allowed or denied it, in what words. */
  readonly verdict: Line;
}

const accepted = (how: Line): Line => ({ permissionDecision: { decision: 'accept', ...how } });

export const byRule = accepted({
  source: 'config',
  reasonType: 'rule',
  ruleSource: 'userSettings',
});

export const byUser = accepted({
  source: 'user_temporary',
  grantScope: 'once',
  reasonCode: 'unknown',
});

export function resultLine(
  frame: Frame,
  promptId: string,
  sourceUuid: string,
  { toolUseId, content, isError, toolUseResult, verdict }: ToolResult,
): Line {
  const block = {
    tool_use_id: toolUseId,
    type: 'tool_result',
    content,
    ...(isError !== undefined && { is_error: isError }),
  };
  return chained(
    frame,
    { promptId, type: 'user', message: { role: 'user', content: [block] } },
    { toolUseResult, sourceToolAssistantUUID: sourceUuid, ...verdict, ...again(frame) },
  );
}

/** The line written when a person presses Escape or answers No. */
export function interruptLine(frame: Frame, promptId: string, forToolUse: boolean): Line {
  const text = `[Request interrupted by user${forToolUse ? ' for tool use' : ''}]`;
  const message = { role: 'user', content: [{ type: 'text', text }] };
  return chained(frame, { promptId, type: 'user', message }, again(frame));
}

export interface ApiFailure {
  /** The client's own class of the failure, as StopFailure names it. */
  readonly error: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export function apiErrorLine(
  frame: Frame,
  ids: { readonly messageId: string; readonly requestId: string },
  failure: ApiFailure,
): Line {
  const message = {
    diagnostics: null,
    id: ids.messageId,
    container: null,
    model: '<synthetic>',
    role: 'assistant',
    stop_details: null,
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    type: 'message',
    usage: {
      output_tokens_details: null,
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: null,
      cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
      inference_geo: null,
      iterations: null,
      speed: null,
      fallback_credit: null,
    },
    content: [{ type: 'text', text: failure.text }],
    context_management: null,
  };
  return chained(
    frame,
    { type: 'assistant' },
    {
      message,
      requestId: ids.requestId,
      error: failure.error,
      isApiErrorMessage: true,
      apiErrorStatus: failure.status,
      apiErrorType: failure.type,
      perTurnEffort: 'medium',
      failedResponseHadNoToolCall: true,
      madeBy: 'model',
      ...again(frame),
    },
  );
}

/** System lines have their time before their id. */
const systemLine = (frame: Frame, subtype: string, fields: Line, rest: Line): Line =>
  chained(frame, {
    type: 'system',
    subtype,
    ...fields,
    timestamp: frame.timestamp,
    uuid: frame.uuid,
    ...rest,
  });

export function stopHookSummaryLine(frame: Frame, toolUseId: string, command: string): Line {
  const fields = {
    hookCount: 1,
    hookInfos: [{ command, durationMs: 18 }],
    hookErrors: [],
    failedHookErrorIndexes: [],
    hookAdditionalContext: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
    level: 'suggestion',
  };
  return systemLine(frame, 'stop_hook_summary', fields, { toolUseID: toolUseId, ...again(frame) });
}

export function turnDurationLine(
  frame: Frame,
  durationMs: number,
  messageCount: number,
  pendingAgents: number,
): Line {
  const pending = pendingAgents > 0 && { pendingBackgroundAgentCount: pendingAgents };
  const fields = { durationMs, messageCount, ...pending };
  return systemLine(frame, 'turn_duration', fields, { isMeta: false });
}

export function compactBoundaryLine(
  frame: Frame,
  trigger: 'auto' | 'manual',
  preTokens: number,
  postTokens: number,
): Line {
  const cumulativeDroppedTokens = preTokens - postTokens;
  const compactMetadata = {
    trigger,
    preTokens,
    postTokens,
    cumulativeDroppedTokens,
    durationMs: 9200,
  };
  return {
    parentUuid: null,
    logicalParentUuid: frame.parentUuid,
    ...chained(
      { ...frame, parentUuid: null },
      {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        level: 'info',
        compactMetadata,
      },
    ),
  };
}

export function compactSummaryLine(frame: Frame, turn: TurnHead, summary: string): Line {
  const content =
    'This session is being continued from a previous conversation that ran out of context. ' +
    `The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}`;
  const first = {
    promptId: turn.promptId,
    type: 'user',
    message: { role: 'user', content },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
  };
  return chained(frame, first, { turnPosition: positionOf(turn), ...again(frame) });
}
