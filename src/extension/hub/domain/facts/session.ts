import type { Label } from '../../../../shared/protocol/label';
import type { RepositoryState } from '../../../../shared/protocol/layers/display';
import type { BlockedCalls, BlockedRow } from './blockedCalls';
import type { FileChanges } from './changes';
import type { DialogSettings } from './dialogs/dialogSettings';
import type { ExpiredDialog } from './dialogs/expiry';
import type { HookMoment, ProcessRecord, UsageTotal } from './event';
import type { EntryFields, LaunchedTask } from './transcriptEntry';
import type { Schedule, ScheduleCall } from './schedule/schedule';
import type { SignalFact } from './signals';
import type { SpawnedTeammate, TeammateFacts, TeammateRequest } from './team';
import type { UsageLimit } from '../../../agents/claude/texts/usageLimit';

/**
 * The facts of one session, kept apart by the source that told them. Each source's part is a pure
 * fold over that source's events alone, so the order in which sources arrive never matters.
 */
export interface SessionFacts {
  readonly sessionId: string;
  /** Id of its agent; absent for Claude Code. */
  readonly agent?: string;
  readonly hook: HookFacts | undefined;
  /** Every process that ran the session while the hub watched, newest last. */
  readonly processes: readonly ProcessFacts[];
  readonly transcript: TranscriptFacts | undefined;
  /** When the hub first saw the transcript: later entries were written while it watched. */
  readonly foundAt: number | undefined;
  readonly subagentFiles: ReadonlyMap<string, SubagentFileFacts>;
  readonly usage: UsageTotal | undefined;
  readonly subagentUsage: ReadonlyMap<string, UsageTotal>;
  readonly workTree: { readonly conflicts: number; readonly at: number } | undefined;
  /** The repository of its folder; undefined until it was read, and outside of any. */
  readonly repository: RepositoryState | undefined;
  /** When the user put the session out of sight. */
  readonly archivedAt: number | undefined;
  /** The job in the background that it is, as the client's file of it says. */
  readonly job: JobFacts | undefined;
  /** Teammates with a session of their own, by that session's id. */
  readonly teammates: ReadonlyMap<string, TeammateFacts>;
  /** The last requests of its teammates in panes, answered or not. */
  readonly asked: readonly TeammateRequest[];
  /** The session whose card stands for this one too: a teammate's lead, or the one that goes on with it. */
  readonly front: string | undefined;
  /** The last requests that were held and are not any more. */
  readonly endedCalls: readonly EndedCall[];
  /** Settings of its client; undefined until they were read. */
  readonly dialogSettings: DialogSettings | undefined;
}

export interface JobFacts {
  readonly id: string;
  readonly name: string | undefined;
  /** Current activity, in the client's words. */
  readonly detail: string | undefined;
  /** What it waits for a person to do, in the client's words. */
  readonly needs: string | undefined;
  /** When it goes on by itself, ms since 1970, and why. */
  readonly wake: { readonly at: number; readonly reason: string } | undefined;
}

/** The activity of a session at its end. */
export type EndedFrom = 'rest' | 'work' | { readonly failed: Label };

export interface EndedCall {
  readonly callId: string;
  readonly at: number;
  /** `early`: answered before its dialog was on the screen, where it is not to be seen any more. */
  readonly how: 'answered' | 'early' | 'released';
}

/** The kind of a state, by which claims are weighed. */
export type HookStateKind = 'working' | 'resting' | 'background' | 'ended';

/** The state by the newest hook of the main agent. */
export interface HookState {
  readonly kind: HookStateKind;
  readonly state: string;
  readonly label: Label;
  readonly confidence: number;
  /** When the newest hook said so, in ms since 1970. */
  readonly at: number;
  /** When the first hook of an unbroken row said so. */
  readonly since: number;
  readonly moment: HookMoment | undefined;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** The work that a turn's end ended. */
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
  /** False while only PreToolUse has announced it: the dialog itself is not up yet. */
  readonly confirmed: boolean;
  readonly moment: HookMoment | undefined;
  /** The folder that the agent is in. */
  readonly cwd?: string | undefined;
  /** The id of the prompt that it was asked under. */
  readonly promptId?: string | undefined;
  /** Names the client's call, where the hub holds it. */
  readonly callId?: string | undefined;
  /** Where the client asks because auto mode blocked calls: how many in a row, this one with them. */
  readonly blocked?: { readonly count: number; readonly reason: string } | undefined;
  /** When that call's hook ran: another one, with a time of its choice, may have announced the dialog. */
  readonly heldAt?: number | undefined;
  /** True where the client blocks the call by itself if nobody answers in time. */
  readonly blocks?: true;
  /** True where another dialog was open when it was asked for: its own was drawn later, no hook says when. */
  readonly waitedItsTurn?: true;
}

export interface OpenTool {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly at: number;
}

/** The result of a tool use; `name` of its tool where the transcript had its call as open. */
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
  /** When a list of to-dos last had it; undefined for a task that a call of its own made. */
  readonly listedAt?: number | undefined;
}

export interface HookFacts {
  /** Undefined until an event that says something about the main agent. */
  readonly main: HookState | undefined;
  /** When the last turn ended, and the id of its prompt. */
  readonly stopped: { readonly at: number; readonly promptId: string | undefined } | undefined;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly pending: readonly PendingFact[];
  /** The last held dialogs of the main agent that a hook has ended: the client itself may know better. */
  readonly endedDialogs: readonly PendingFact[];
  readonly openTools: readonly OpenTool[];
  /** Ids of calls that hooks saw end: the transcript may still show them as open for a moment. */
  readonly endedTools: readonly string[];
  readonly subagents: ReadonlyMap<string, SubagentHookFacts>;
  /** The teammates that its calls started. */
  readonly spawned: readonly SpawnedTeammate[];
  readonly tasks: readonly TaskFact[];
  /** Undefined until a hook told of it. */
  readonly schedule: Schedule | undefined;
  readonly blocked: BlockedCalls;
  /** Undefined after a call that ran. */
  readonly blockedRow: BlockedRow | undefined;
  /** The last dialog since a person's prompt that nobody answered in time. */
  readonly expired: ExpiredDialog | undefined;
  /** When the last turn began that a person began, and not the client itself. */
  readonly humanPromptAt: number | undefined;
  /** When the last turn began, for whomever. */
  readonly turnAt: number | undefined;
  /** When the client last reminded a person that it is at rest. */
  readonly idleSaidAt: number | undefined;
  /** When the client said that it continues by itself after a limit; undefined once it has. */
  readonly continuesAt: number | undefined;
  /** When the client said last that it does not continue by itself after a limit. */
  readonly staysAt: number | undefined;
  readonly compactingFrom: HookState | undefined;
  /** The session's activity before its SessionEnd. */
  readonly endedFrom: EndedFrom;
  readonly cwd: string | undefined;
  readonly pid: number | undefined;
  readonly entrypoint: string | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  /** The agent that the session was started for, where that is not the usual one. */
  readonly agent: string | undefined;
  /** Whether it began a turn, for whomever. */
  readonly hasWorked: boolean;
  readonly lastPrompt: string | undefined;
  readonly firstPrompt: string | undefined;
  readonly title: string | undefined;
}

export interface ProcessFacts extends ProcessRecord {
  readonly seenAt: number;
  /** The status before the present one, and since when. */
  readonly previous: Pick<ProcessRecord, 'status' | 'statusAt'> | undefined;
  /** When the last rest before the present status began: tools opened before it are over. */
  readonly lastRestAt: number | undefined;
  /** The last command that was seen to run, see `runsCommand`; without an end while it runs. */
  readonly command: { readonly since: number; readonly endedAt: number | undefined } | undefined;
  /** When its status last became another than `waiting`: a dialog from before has had its answer. */
  readonly lastFreeAt: number | undefined;
  /** When its status last became `waiting`: a dialog is open. */
  readonly waitedAt: number | undefined;
  /** When the client showed the first dialog since it was last free; undefined while it shows none. */
  readonly dialogAt: number | undefined;
  readonly gone: { readonly at: number; readonly how: 'exited' | 'killed' | 'moved' } | undefined;
}

/** The last turn, as the transcript's entries tell of it. */
export interface TranscriptTurn {
  readonly kind: 'prompted' | 'responding' | 'ended' | 'interrupted' | 'failed';
  readonly at: number;
  /** The last assistant text of the turn, or the error's text. */
  readonly text: string;
  readonly error?: string | undefined;
  /** The limit that made it fail. */
  readonly limit?: UsageLimit | undefined;
  /** When the client said that it continues by itself once that limit has reset. */
  readonly continuesAt?: number | undefined;
  /** When the client compacted at rest after the turn. */
  readonly compactedAt?: number;
}

export interface Retrying {
  readonly at: number;
  readonly attempt: number;
  readonly maxRetries: number | undefined;
  readonly untilMs: number;
}

export interface TranscriptFacts extends Required<EntryFields> {
  readonly path: string;
  readonly present: boolean;
  readonly firstAt: number | undefined;
  readonly lastAt: number | undefined;
  readonly turn: TranscriptTurn | undefined;
  readonly openTools: readonly OpenTool[];
  /** The client repeats a request that failed; undefined when it has gone on. */
  readonly retrying: Retrying | undefined;
  /** The agent's own task list, as its tool uses tell it. */
  readonly tasks: readonly TaskFact[];
  /** Undefined until an entry told of it. */
  readonly schedule: Schedule | undefined;
  /** Calls of the turn that change the schedule once their results come. */
  readonly scheduling: readonly ScheduleCall[];
  readonly blocked: BlockedCalls;
  readonly humanPromptAt: number | undefined;
  /** When the last turn began, for whomever. */
  readonly turnAt: number | undefined;
  /** The session that goes on with this one, moved to the background. */
  readonly continuedIn: string | undefined;
  /** The last dialog since a person's prompt that nobody answered in time. */
  readonly expired: ExpiredDialog | undefined;
  /** How subagents and background shells ended, by their id, as the client told the agent. */
  readonly notified: ReadonlyMap<string, string>;
  /** The last background tasks that were begun, ended or not. */
  readonly launched: readonly LaunchedTask[];
  /** Results seen for a tool use id: proof that its dialog is over. */
  readonly answered: ReadonlyMap<string, AnsweredTool>;
  readonly firstPrompt: string | undefined;
  /** Parent of the first prompt: another prompt with the same parent took it back and stands for it. */
  readonly firstParent: string | null | undefined;
  /** The first command that the person ran with `!`, which lends its title to a session without prompts. */
  readonly firstShell: string | undefined;
  readonly lastPrompt: string | undefined;
  readonly customTitle: string | undefined;
  readonly aiTitle: string | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly contextTokens: number | undefined;
  /** The most tokens that this model held before a compaction: a window was that large at least. */
  readonly heldTokens: number | undefined;
  /** How many tokens there were when the client last compacted by itself. */
  readonly autoCompactedAt: number | undefined;
  /** File changes by the main agent's tools. */
  readonly changes: FileChanges;
  /** Number of human prompts so far: the turn that is told of a signal. */
  readonly turns: number;
  /** The signals of the main agent's work, the newest last. */
  readonly signals: readonly SignalFact[];
}

/** Facts of a subagent's transcript. Plain data, because the cache keeps it. */
export interface SubagentTranscriptFacts {
  /** Tool uses of the subagent without a result. */
  readonly openTools: readonly OpenTool[];
  readonly blocked: BlockedCalls;
  readonly changes: FileChanges;
  /** The signals of its work, the newest last; its turns are counted by the session's transcript. */
  readonly signals: readonly SignalFact[];
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Facts of the meta file beside a subagent's transcript. */
export interface SubagentMeta {
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  readonly parentAgentId: string | undefined;
  readonly toolUseId: string | undefined;
  readonly finished: boolean;
  /** A teammate lives on after its work, and waits for its lead. */
  readonly isTeammate?: boolean;
}

/** Facts of both files of a subagent, from the first to the last moment that either tells. */
export interface SubagentFileFacts extends SubagentTranscriptFacts, SubagentMeta {
  readonly agentId: string;
  readonly path: string;
  /** Set once the journal of its workflow told its end; the meta file of such an agent never does. */
  readonly hasReturned?: true;
}

export function newSession(sessionId: string): SessionFacts {
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
    asked: [],
    front: undefined,
    endedCalls: [],
    dialogSettings: undefined,
  };
}

/** The living process of the session; of two that run it, the one that wrote its status last. */
export function currentProcess(facts: SessionFacts): ProcessFacts | undefined {
  // Claims and card ask for it a dozen times for each event: no list is made.
  let current: ProcessFacts | undefined;
  for (const one of facts.processes) {
    const isNewer = current === undefined || one.statusAt >= current.statusAt;
    if (one.gone === undefined && isNewer) current = one;
  }
  return current;
}
