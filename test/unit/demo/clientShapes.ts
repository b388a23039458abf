/** Keys that a line or payload of the real client always has, and those that it sometimes has. */
export interface Shape {
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

const shape = (common: string, always: string, sometimes = ''): Shape => ({
  always: [...words(common), ...words(always)],
  sometimes: words(sometimes),
});

const payload = 'session_id transcript_path cwd hook_event_name';
const conversation =
  'cwd entrypoint gitBranch isSidechain parentUuid sessionId timestamp type userType uuid version';
const note = 'sessionId type';

/** Hook payloads by event; a subagent's also have `agent_id` and `agent_type`. */
export const hookShapes: Readonly<Record<string, Shape>> = {
  SessionStart: shape(
    payload,
    'source',
    'context_tokens estimated_cache_write_usd model prompt_cache_likely_expired prompt_id seconds_since_last_response session_title',
  ),
  UserPromptSubmit: shape(payload, 'permission_mode prompt prompt_id', 'session_title'),
  PreToolUse: shape(payload, 'effort permission_mode prompt_id tool_input tool_name tool_use_id'),
  PermissionRequest: shape(
    payload,
    'effort permission_mode prompt_id tool_input tool_name',
    'permission_suggestions',
  ),
  PostToolUse: shape(
    payload,
    'duration_ms effort permission_mode prompt_id tool_input tool_name tool_response tool_use_id',
  ),
  PostToolUseFailure: shape(
    payload,
    'duration_ms effort error is_interrupt permission_mode prompt_id tool_input tool_name tool_use_id',
  ),
  PostToolBatch: shape(payload, 'effort permission_mode prompt_id tool_calls'),
  Notification: shape(payload, 'message notification_type prompt_id'),
  TaskCreated: shape(payload, 'prompt_id task_description task_id task_subject'),
  TaskCompleted: shape(payload, 'prompt_id task_description task_id task_subject'),
  SubagentStart: shape(payload, 'prompt_id'),
  SubagentStop: shape(
    payload,
    'agent_transcript_path background_tasks effort last_assistant_message permission_mode prompt_id session_crons stop_hook_active',
  ),
  PreCompact: shape(payload, 'custom_instructions prompt_id trigger'),
  PostCompact: shape(payload, 'compact_summary prompt_id trigger'),
  Stop: shape(
    payload,
    'background_tasks effort last_assistant_message permission_mode prompt_id session_crons stop_hook_active',
  ),
  StopFailure: shape(payload, 'effort error last_assistant_message prompt_id', 'error_details'),
  SessionEnd: shape(payload, 'prompt_id reason'),
};

/** Transcript lines by kind; `@agent` marks kinds in a subagent's file. */
export const lineShapes: Readonly<Record<string, Shape>> = {
  mode: shape(note, 'mode'),
  'permission-mode': shape(note, 'permissionMode'),
  'last-prompt': shape(note, 'leafUuid', 'explicit lastPrompt'),
  'pr-link': shape(note, 'prNumber prRepository prUrl timestamp'),
  'ai-title': shape(note, 'aiTitle'),
  'custom-title': shape(note, 'customTitle'),
  'agent-name': shape(note, 'agentName'),
  'tools-used': shape(note, 'tools'),
  'file-history-snapshot': shape('', 'isSnapshotUpdate messageId snapshot type'),
  'queue-operation/enqueue': shape(note, 'content operation timestamp'),
  'queue-operation/dequeue': shape(note, 'operation timestamp'),
  'user/prompt': shape(
    conversation,
    'message permissionMode promptId promptSource turnOrigin turnPosition',
    'origin slug',
  ),
  'user/system': shape(
    conversation,
    'message origin permissionMode promptId promptSource queueSkipAttachments turnOrigin turnPosition',
  ),
  'user/result': shape(
    conversation,
    'message promptId session_id sourceToolAssistantUUID toolUseResult',
    'holdsPersonsWords permissionDecision sandboxed serverClassifierContext slug toolDenialBeforeRun toolDenialKind userFeedback',
  ),
  'user/result@agent': shape(
    conversation,
    'agentId message permissionDecision promptId sourceToolAssistantUUID toolUseResult',
    'sandboxed',
  ),
  'user/text': shape(conversation, 'message promptId session_id', 'interruptedMessageId slug'),
  'user/other@agent': shape(conversation, 'agentId message promptId'),
  'user/compact': shape(
    conversation,
    'isCompactSummary isVisibleInTranscriptOnly message promptId session_id turnPosition',
    'slug',
  ),
  'assistant/text': shape(
    conversation,
    'apiBlockIndex effort madeBy message perTurnEffort promptCacheRequested requestId requestRef requestedModel',
    'isAbortedMidStream requestSessionId serverClassifierRequest session_id slug',
  ),
  'assistant/text@agent': shape(
    conversation,
    'agentId apiBlockIndex attributionAgent effort madeBy message perTurnEffort promptCacheRequested requestId requestRef requestedModel',
  ),
  'assistant/thinking': shape(
    conversation,
    'apiBlockIndex effort madeBy message perTurnEffort promptCacheRequested requestId requestRef requestedModel session_id thinkingDisplay thinkingDurationMs',
  ),
  'assistant/tool_use': shape(
    conversation,
    'apiBlockIndex effort madeBy message perTurnEffort promptCacheRequested requestId requestRef requestedModel session_id toolInputStreamMs',
    'serverClassifierRequest slug',
  ),
  'assistant/tool_use@agent': shape(
    conversation,
    'agentId apiBlockIndex attributionAgent effort madeBy message perTurnEffort promptCacheRequested requestId requestRef requestedModel toolInputStreamMs',
  ),
  'assistant/error': shape(
    conversation,
    'apiErrorStatus apiErrorType error failedResponseHadNoToolCall isApiErrorMessage madeBy message requestId session_id',
    'apiErrorIsTransient errorDetails healsDistinctCarrier perTurnEffort',
  ),
  'system/stop_hook_summary': shape(
    conversation,
    'failedHookErrorIndexes hasOutput hookAdditionalContext hookCount hookErrors hookInfos level preventedContinuation stopReason subtype toolUseID',
    'session_id slug',
  ),
  'system/turn_duration': shape(
    conversation,
    'durationMs isMeta messageCount subtype',
    'pendingBackgroundAgentCount slug',
  ),
  'system/compact_boundary': shape(
    conversation,
    'compactMetadata content level logicalParentUuid subtype',
    'slug',
  ),
};
