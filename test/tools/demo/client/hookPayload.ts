/** Common fields that the client sends with an event, besides ids and folder. */
const inTurn = ['prompt', 'mode', 'effort'];
const bare = ['prompt'];

const extents = {
  SessionStart: [],
  UserPromptSubmit: ['prompt', 'mode'],
  PreToolUse: inTurn,
  PermissionRequest: inTurn,
  PostToolUse: inTurn,
  PostToolUseFailure: inTurn,
  PostToolBatch: inTurn,
  Notification: bare,
  TaskCreated: bare,
  TaskCompleted: bare,
  SubagentStart: bare,
  SubagentStop: inTurn,
  PreCompact: bare,
  PostCompact: bare,
  Stop: inTurn,
  StopFailure: ['prompt', 'effort'],
  SessionEnd: bare,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type HookEvent = keyof typeof extents;
export type HookFields = Readonly<Record<string, unknown>>;

/** Fields of the session that a hook belongs to. */
export interface HookBase {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  readonly permissionMode: string;
  /** Absent before the first prompt. */
  readonly turn: { readonly promptId: string } | undefined;
}

/** Standard input of a hook, with the same fields as the client's. */
export function hookPayload(
  base: HookBase,
  agent: { readonly id: string; readonly type: string } | undefined,
  event: HookEvent,
  fields: HookFields,
): HookFields {
  const extent: readonly string[] = extents[event];
  return {
    session_id: base.sessionId,
    transcript_path: base.transcriptPath,
    cwd: base.cwd,
    ...(extent.includes('prompt') && base.turn && { prompt_id: base.turn.promptId }),
    ...(extent.includes('mode') && { permission_mode: base.permissionMode }),
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    ...(extent.includes('effort') && { effort: { level: 'medium' } }),
    hook_event_name: event,
    ...fields,
  };
}
