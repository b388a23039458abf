import type { Label } from '../../../../shared/protocol/label';
import type { RepositoryState } from '../../../../shared/protocol/layers/display';
import type { BlockedCalls, BlockedStreak } from './blockedCalls';
import type { FileChanges } from './changes';
import type { DialogSettings } from './dialogs/dialogSettings';
import type { ExpiredDialog } from './dialogs/expiry';
import type { HookMoment, ProcessRecord, UsageTotal } from './event';
import type { EntryFields, LaunchedTask } from './transcriptEntry';
import type { Schedule, ScheduleCall } from './schedule/schedule';
import type { SignalFact } from './signals';
import type { SpawnedTeammate, TeammateFacts, TeammateRequest } from './team';
import type { LimitUse, UsageLimit } from './usageLimit';

/**
 * The facts of one session, separated by the source that reported them. Each source's part is a
 * pure fold over that source's events alone, so the order in which sources arrive never matters.
 */
export interface SessionFacts {
  readonly sessionId: string;
  /** Agent product that runs the session; absent for Claude Code. */
  readonly agent?: string;
  readonly hook: HookFacts | undefined;
  /** The newest processes that ran the session while the hub was running, newest last. */
  readonly processes: readonly ProcessFacts[];
  readonly transcript: TranscriptFacts | undefined;
  /**
   * When the hub first read the transcript, in ms since 1970: later entries were written while the
   * hub was running.
   */
  readonly foundAt: number | undefined;
  readonly subagentFiles: ReadonlyMap<string, SubagentFileFacts>;
  readonly usage: UsageTotal | undefined;
  readonly subagentUsage: ReadonlyMap<string, UsageTotal>;
  readonly workTree: { readonly conflicts: number; readonly at: number } | undefined;
  /** Repository of the session's folder; undefined outside of any and until it was read. */
  readonly repository: RepositoryState | undefined;
  /** When the user archived the session; undefined if the session is not archived. */
  readonly archivedAt: number | undefined;
  /** The background job that runs the session, according to the client's state file of the job. */
  readonly job: JobFacts | undefined;
  /** Teammates with a session of their own, by that session's id. */
  readonly teammates: ReadonlyMap<string, TeammateFacts>;
  /** The last permission requests of teammates in terminal panes, answered or not. */
  readonly teammateRequests: readonly TeammateRequest[];
  /** Id of the session whose card replaces this one's: a teammate's lead, or the continuation. */
  readonly representedBy: string | undefined;
  /** The most recent requests that the hub no longer holds. */
  readonly endedCalls: readonly EndedCall[];
  /** The title that the agent's program keeps apart from the transcript. */
  readonly title: string | undefined;
  /** Settings of the session's client; undefined until they were read. */
  readonly dialogSettings: DialogSettings | undefined;
}

export interface JobFacts {
  readonly id: string;
  readonly name: string | undefined;
  /** Current activity, in the client's words. */
  readonly detail: string | undefined;
  /** The action that the job needs from a person, in the client's words. */
  readonly needs: string | undefined;
  /** When the job continues on its own, in ms since 1970, and the reason. */
  readonly wake: { readonly at: number; readonly reason: string } | undefined;
}

/** The activity of a session before it ended. */
export type EndedFrom = 'rest' | 'work' | { readonly failed: Label };

export interface EndedCall {
  readonly callId: string;
  readonly at: number;
  /** `early`: answered before the client drew a dialog; `released`: left without an answer. */
  readonly how: 'answered' | 'early' | 'released';
}

/** The kind of a state, by which claims are ranked. */
export type HookStateKind = 'working' | 'resting' | 'background' | 'ended';

/** The state according to the newest hook of the main agent. */
export interface HookState {
  readonly kind: HookStateKind;
  readonly state: string;
  readonly label: Label;
  readonly confidence: number;
  /** When the newest hook that reports the state ran, in ms since 1970. */
  readonly at: number;
  /** When the first of consecutive hooks that report the same state ran, in ms since 1970. */
  readonly since: number;
  readonly moment: HookMoment | undefined;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** The last working state before this state; undefined while working. */
  readonly worked?: Pick<HookState, 'state' | 'label' | 'since'> | undefined;
}

/** A dialog that a hook announced and that no hook has ended. */
export interface PendingFact {
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly toolUseId?: string | undefined;
  readonly suggestions: readonly unknown[];
  readonly at: number;
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
  /** The server of an MCP tool, as the client names it. */
  readonly mcpServer?: string | undefined;
  /** False while only PreToolUse has announced the dialog: the client has not drawn it yet. */
  readonly confirmed: boolean;
  readonly moment: HookMoment | undefined;
  /** Current folder of the agent. */
  readonly cwd?: string | undefined;
  /** Id of the prompt in whose turn the dialog was requested. */
  readonly promptId?: string | undefined;
  /** Id of the hook call if the hub holds it. */
  readonly callId?: string | undefined;
  /**
   * Set if the client asks because auto mode blocked calls; `count` is their number with this one.
   */
  readonly blocked?: { readonly count: number; readonly reason: string } | undefined;
  /**
   * When the held call's hook ran. A forged hook may have announced the dialog, so `at` is
   * untrusted.
   */
  readonly heldAt?: number | undefined;
  /** True if the client blocks the call on its own when nobody answers in time. */
  readonly blocks?: true;
  /**
   * True if another dialog was open at the request: this one was drawn later, at an unknown time.
   */
  readonly waitedItsTurn?: true;
}

export interface OpenTool {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly at: number;
}

/** The result of a tool use. `name` is the tool's, if the transcript had the call as open. */
export interface AnsweredTool {
  readonly at: number;
  readonly rejected: boolean;
  readonly name?: string | undefined;
}

export interface SubagentHookFacts {
  readonly agentId: string;
  readonly agentType: string;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly failed: boolean;
  readonly lastAt: number;
}

export interface TaskFact {
  readonly id: string;
  readonly subject: string;
  readonly completedAt: number | undefined;
  /** When a to-do list last included the task; undefined for a task created by its own call. */
  readonly listedAt?: number | undefined;
}

export interface HookFacts {
  /** Undefined until the first hook of the main agent. */
  readonly main: HookState | undefined;
  /** When the last turn ended, and the id of its prompt. */
  readonly lastTurnEnd: { readonly at: number; readonly promptId: string | undefined } | undefined;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly pending: readonly PendingFact[];
  /**
   * Held dialogs of the main agent that a hook ended; the registry may show that they are still
   * open.
   */
  readonly endedDialogs: readonly PendingFact[];
  readonly openTools: readonly OpenTool[];
  /**
   * Ids of calls that ended according to hooks; the transcript may still show them as open for a
   * moment.
   */
  readonly endedTools: readonly string[];
  readonly subagents: ReadonlyMap<string, SubagentHookFacts>;
  /** The teammates that calls of the session started. */
  readonly spawned: readonly SpawnedTeammate[];
  readonly tasks: readonly TaskFact[];
  /** Undefined until a hook reported scheduled runs. */
  readonly schedule: Schedule | undefined;
  readonly blocked: BlockedCalls;
  /** Consecutive blocked calls; undefined after a call that ran. */
  readonly blockedStreak: BlockedStreak | undefined;
  /** The last dialog since a person's prompt that expired unanswered. */
  readonly expired: ExpiredDialog | undefined;
  /** Start of the last turn that a person's prompt started. */
  readonly humanPromptAt: number | undefined;
  /** When the last turn began, no matter who prompted it. */
  readonly turnAt: number | undefined;
  /** When the client last sent a notification that it is idle. */
  readonly idleNotifiedAt: number | undefined;
  /** When the client announced that it continues after a usage limit; undefined once it has. */
  readonly continuesAt: number | undefined;
  /** When the client last announced that it does not continue after a usage limit. */
  readonly staysAt: number | undefined;
  /** The state before the compaction that is running; undefined once it has ended. */
  readonly compactingFrom: HookState | undefined;
  /** The session's activity before the SessionEnd hook. */
  readonly endedFrom: EndedFrom;
  readonly cwd: string | undefined;
  readonly pid: number | undefined;
  readonly entrypoint: string | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  /** Custom agent that the session was started with; undefined for the default one. */
  readonly agent: string | undefined;
  /** True once a turn has started, no matter who prompted it. */
  readonly hasWorked: boolean;
  readonly lastPrompt: string | undefined;
  readonly firstPrompt: string | undefined;
  readonly title: string | undefined;
}

export interface ProcessFacts extends ProcessRecord {
  readonly seenAt: number;
  /** The previous status, and when it was written. */
  readonly previous: Pick<ProcessRecord, 'status' | 'statusAt'> | undefined;
  /** `statusAt` of the last rest before this status: tools opened before it have ended. */
  readonly lastRestAt: number | undefined;
  /** The last observed command of the agent, see `runsCommand`; without an end while it runs. */
  readonly command: { readonly since: number; readonly endedAt: number | undefined } | undefined;
  /** `statusAt` of the last status other than `waiting`: dialogs from before have been answered. */
  readonly lastFreeAt: number | undefined;
  /** `statusAt` of the last status `waiting`, which the client writes when a dialog opens. */
  readonly waitedAt: number | undefined;
  /** When the client opened the first dialog since it was last free; undefined if it shows none. */
  readonly dialogAt: number | undefined;
  readonly gone: { readonly at: number; readonly how: 'exited' | 'killed' | 'moved' } | undefined;
}

/** The last turn according to the transcript's entries. */
export interface TranscriptTurn {
  /** `compacting`: the program compacts the conversation, which is a turn of its own. */
  readonly kind: 'prompted' | 'responding' | 'compacting' | 'ended' | 'interrupted' | 'failed';
  readonly at: number;
  /** The last assistant text of the turn, or the error's text. */
  readonly text: string;
  readonly error?: string | undefined;
  /** The usage limit that made the turn fail. */
  readonly limit?: UsageLimit | undefined;
  /** Set if the program runs no hook at this end of the turn. */
  readonly hookless?: true | undefined;
  /** When the client announced that it continues on its own once that limit has reset. */
  readonly continuesAt?: number | undefined;
  /** Time after the turn's end, in ms, within which the program may start another turn by itself. */
  readonly settleMs?: number | undefined;
  /** When the client compacted the conversation after the turn, while idle. */
  readonly compactedAt?: number;
}

export interface RetryState {
  readonly at: number;
  readonly attempt: number;
  readonly maxRetries: number | undefined;
  /** When the client sends the request again, in ms since 1970. */
  readonly untilMs: number;
}

export interface TranscriptFacts extends Required<EntryFields> {
  readonly path: string;
  readonly present: boolean;
  readonly firstAt: number | undefined;
  readonly lastAt: number | undefined;
  readonly turn: TranscriptTurn | undefined;
  readonly openTools: readonly OpenTool[];
  /** The client's retry of a failed API request; undefined once the client has continued. */
  readonly retrying: RetryState | undefined;
  /** The agent's task list, derived from its tool uses. */
  readonly tasks: readonly TaskFact[];
  /** Undefined until an entry reported scheduled runs. */
  readonly schedule: Schedule | undefined;
  /** Calls of the turn that change the schedule when their results arrive. */
  readonly scheduling: readonly ScheduleCall[];
  readonly blocked: BlockedCalls;
  readonly humanPromptAt: number | undefined;
  /** When the last turn began, no matter who prompted it. */
  readonly turnAt: number | undefined;
  /** Id of the background session that continues this one. */
  readonly continuedIn: string | undefined;
  /** The last dialog since a person's prompt that expired unanswered. */
  readonly expired: ExpiredDialog | undefined;
  /** Status of ended subagents and background shells by id, as the client notified the agent. */
  readonly notified: ReadonlyMap<string, string>;
  /** The most recently started background tasks, ended or not. */
  readonly launched: readonly LaunchedTask[];
  /** Results by tool use id: proof that the call's dialog is closed. */
  readonly answered: ReadonlyMap<string, AnsweredTool>;
  readonly firstPrompt: string | undefined;
  /**
   * Entry id of the first prompt's parent. A later prompt with the same parent replaces the first
   * one, because the person rewound the conversation.
   */
  readonly firstParent: string | null | undefined;
  /** The first command that a person ran with `!`: the title of a session without prompts. */
  readonly firstShell: string | undefined;
  readonly lastPrompt: string | undefined;
  readonly customTitle: string | undefined;
  readonly aiTitle: string | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly isReviewed?: boolean | undefined;
  readonly contextTokens: number | undefined;
  /** Size of the model's context window in tokens, if the transcript has it. */
  readonly contextWindow: number | undefined;
  /** The account's limits, if the transcript has their use. */
  readonly limits: readonly LimitUse[] | undefined;
  /**
   * Most tokens that this model had in context before a compaction: its window is at least that
   * large.
   */
  readonly heldTokens: number | undefined;
  /** Number of tokens in the context when the client last compacted automatically. */
  readonly autoCompactedAt: number | undefined;
  /** File changes by the main agent's tools. */
  readonly changes: FileChanges;
  /** Number of human prompts so far, which is also the `turn` of new signals. */
  readonly turns: number;
  /** The signals of the main agent's work, the newest last. */
  readonly signals: readonly SignalFact[];
}

/** Facts of a subagent's transcript. Plain data, because the transcript cache stores it. */
export interface SubagentTranscriptFacts {
  /** Tool uses of the subagent without a result. */
  readonly openTools: readonly OpenTool[];
  /** The subagent's description of itself in its transcript; undefined if only a meta file has it. */
  readonly self?: SubagentMeta | undefined;
  readonly blocked: BlockedCalls;
  readonly changes: FileChanges;
  /**
   * Signals of the subagent's work, newest last; their turns are counted by the session's
   * transcript.
   */
  readonly signals: readonly SignalFact[];
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Facts of the meta file beside a subagent's transcript, or of its first entry. */
export interface SubagentMeta {
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  readonly parentAgentId: string | undefined;
  readonly toolUseId: string | undefined;
  readonly finished: boolean;
  /** True for a teammate, which stays alive after its work and waits for its lead. */
  readonly isTeammate?: boolean;
}

/** Facts of a subagent's transcript and meta file; `firstAt` and `lastAt` span both. */
export interface SubagentFileFacts extends SubagentTranscriptFacts, SubagentMeta {
  readonly agentId: string;
  readonly path: string;
  /**
   * Set once the workflow's journal records the end, which such a subagent's meta file never does.
   */
  readonly hasReturned?: true;
}

export function createSessionFacts(sessionId: string): SessionFacts {
  return {
    sessionId,
    hook: undefined,
    processes: [],
    transcript: undefined,
    foundAt: undefined,
    subagentFiles: new Map(),
    usage: undefined,
    subagentUsage: new Map(),
    workTree: undefined,
    repository: undefined,
    archivedAt: undefined,
    job: undefined,
    teammates: new Map(),
    teammateRequests: [],
    representedBy: undefined,
    endedCalls: [],
    title: undefined,
    dialogSettings: undefined,
  };
}

/** The running process of the session; of several, the one that wrote its status last. */
export function currentProcess(facts: SessionFacts): ProcessFacts | undefined {
  // This function is called a dozen times for each event, so it allocates no list.
  let current: ProcessFacts | undefined;
  for (const one of facts.processes) {
    const isNewer = current === undefined || one.statusAt >= current.statusAt;
    if (one.gone === undefined && isNewer) current = one;
  }
  return current;
}
