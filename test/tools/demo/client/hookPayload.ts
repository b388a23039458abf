/** Which of the common fields the client sends with an event, besides ids and folder. */
interface Extent {
  readonly prompt: boolean;
  readonly mode: boolean;
  readonly effort: boolean;
}

const inTurn: Extent = { prompt: true, mode: true, effort: true };
const bare: Extent = { prompt: true, mode: false, effort: false };

const extents = {
  SessionStart: { prompt: false, mode: false, effort: false },
  UserPromptSubmit: { prompt: true, mode: true, effort: false },
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
  StopFailure: { prompt: true, mode: false, effort: true },
  SessionEnd: bare,
} as const satisfies Readonly<Record<string, Extent>>;

export type HookEvent = keyof typeof extents;
export type HookFields = Readonly<Record<string, unknown>>;

export interface HookBase {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  /** Absent before the first prompt. */
  readonly promptId?: string;
  readonly permissionMode: string;
  readonly agent?: { readonly id: string; readonly type: string };
}

/** A hook's standard input, field for field as the client writes it. */
export function hookPayload(base: HookBase, event: HookEvent, fields: HookFields): HookFields {
  const extent: Extent = extents[event];
  return {
    session_id: base.sessionId,
    transcript_path: base.transcriptPath,
    cwd: base.cwd,
    ...(extent.prompt && base.promptId !== undefined && { prompt_id: base.promptId }),
    ...(extent.mode && { permission_mode: base.permissionMode }),
    ...(base.agent && { agent_id: base.agent.id, agent_type: base.agent.type }),
    ...(extent.effort && { effort: { level: 'medium' } }),
    hook_event_name: event,
    ...fields,
  };
}
