import type { Usage } from './contextMeter';

/** One line of a transcript, before it is JSON. */
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

/** What every line of a conversation carries. */
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
  /** `null` where a person stopped the answer. */
  readonly stopReason: string | null;
  readonly usage: Usage;
}

export interface TurnHead {
  readonly promptId: string;
  readonly permissionMode: string;
  readonly promptIndex: number;
  readonly turnIndex: number;
}

export const head = (frame: Frame): Line => ({
  parentUuid: frame.parentUuid,
  isSidechain: frame.agent !== undefined,
  ...(frame.agent && { agentId: frame.agent.id }),
});

export const tail = (frame: Frame): Line => ({
  userType: 'external',
  entrypoint: frame.entrypoint,
  cwd: frame.cwd,
  sessionId: frame.sessionId,
  version: frame.version,
  gitBranch: frame.gitBranch,
});

/** The main agent's lines name the session twice; a subagent's do not. */
export const again = (frame: Frame): Line => (frame.agent ? {} : { session_id: frame.sessionId });

export const stamp = (frame: Frame): Line => ({ uuid: frame.uuid, timestamp: frame.timestamp });

export function promptLine(frame: Frame, turn: TurnHead, text: string, notified = false): Line {
  const message = { role: 'user', content: text };
  if (frame.agent) {
    const { promptId } = turn;
    return { ...head(frame), promptId, type: 'user', message, ...stamp(frame), ...tail(frame) };
  }
  return {
    ...head(frame),
    promptId: turn.promptId,
    type: 'user',
    message,
    ...stamp(frame),
    permissionMode: turn.permissionMode,
    origin: notified ? { kind: 'task-notification', producer: 'session-task' } : { kind: 'human' },
    promptSource: notified ? 'system' : 'typed',
    turnOrigin: notified ? 'task_notification' : 'human',
    turnPosition: { promptIndex: turn.promptIndex, turnIndex: turn.turnIndex },
    ...(notified && { queueSkipAttachments: true }),
    ...tail(frame),
  };
}

/** One line per content block; all blocks of a message repeat its id and usage. */
export function assistantLine(
  frame: Frame,
  message: MessageHead,
  block: Block,
  index: number,
): Line {
  const { usage } = message;
  return {
    ...head(frame),
    message: {
      id: message.messageId,
      type: 'message',
      role: 'assistant',
      model: message.model,
      content: [block],
      stop_reason: message.stopReason,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input_tokens,
        cache_creation_input_tokens: usage.cache_creation_input_tokens,
        cache_read_input_tokens: usage.cache_read_input_tokens,
        output_tokens: usage.output_tokens,
        output_tokens_details: { thinking_tokens: 0 },
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: 'standard',
        cache_creation: {
          ephemeral_1h_input_tokens: 0,
          ephemeral_5m_input_tokens: usage.cache_creation_input_tokens,
        },
        inference_geo: '',
        iterations: [],
        speed: 'standard',
        fallback_credit: null,
      },
      stop_details: null,
    },
    ...(block.type === 'thinking' && { thinkingDurationMs: 1800, thinkingDisplay: 'updates' }),
    ...(block.type === 'tool_use' && { toolInputStreamMs: 240 }),
    apiBlockIndex: index,
    requestId: message.requestId,
    requestRef: message.requestRef,
    ...(frame.agent && { attributionAgent: frame.agent.type }),
    requestedModel: message.model,
    promptCacheRequested: '5m',
    type: 'assistant',
    ...stamp(frame),
    ...(message.stopReason === null && { isAbortedMidStream: true }),
    effort: 'medium',
    perTurnEffort: 'medium',
    madeBy: 'model',
    ...again(frame),
    ...tail(frame),
  };
}

export interface ToolResult {
  readonly toolUseId: string;
  /** What the model is told. */
  readonly content: unknown;
  readonly isError?: boolean;
  /** What the client keeps for itself. */
  readonly toolUseResult: unknown;
  /** Further fields of the line: who allowed or denied it, in what words. */
  readonly verdict: Line;
}

export function resultLine(
  frame: Frame,
  promptId: string,
  sourceUuid: string,
  result: ToolResult,
): Line {
  return {
    ...head(frame),
    promptId,
    type: 'user',
    message: {
      role: 'user',
      content: [
        {
          tool_use_id: result.toolUseId,
          type: 'tool_result',
          content: result.content,
          ...(result.isError !== undefined && { is_error: result.isError }),
        },
      ],
    },
    ...stamp(frame),
    toolUseResult: result.toolUseResult,
    sourceToolAssistantUUID: sourceUuid,
    ...result.verdict,
    ...again(frame),
    ...tail(frame),
  };
}

/** What is left when a person presses Escape or answers No. */
export function interruptLine(frame: Frame, promptId: string, forToolUse: boolean): Line {
  const text = forToolUse
    ? '[Request interrupted by user for tool use]'
    : '[Request interrupted by user]';
  return {
    ...head(frame),
    promptId,
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    ...stamp(frame),
    ...again(frame),
    ...tail(frame),
  };
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
  return {
    ...head(frame),
    type: 'assistant',
    ...stamp(frame),
    message: {
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
    },
    requestId: ids.requestId,
    error: failure.error,
    isApiErrorMessage: true,
    apiErrorStatus: failure.status,
    apiErrorType: failure.type,
    perTurnEffort: 'medium',
    failedResponseHadNoToolCall: true,
    madeBy: 'model',
    ...again(frame),
    ...tail(frame),
  };
}
