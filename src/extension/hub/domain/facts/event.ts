import type { RepositoryState } from '../../../../shared/protocol/layers/display';
import type { TeammateRequest } from './team';
import type { UsageLimit } from './usageLimit';
import type { DialogSettings } from './dialogs/dialogSettings';
import type {
  JobFacts,
  RetryState,
  SubagentMeta,
  SubagentTranscriptFacts,
  TranscriptFacts,
} from './session';

/** The moments of a session at which agents run hooks. */
export type HookMoment =
  | 'sessionStart'
  | 'sessionEnd'
  | 'prompt'
  | 'callStart'
  | 'callEnd'
  | 'callFailure'
  | 'batchEnd'
  | 'request'
  /** The dialog of a request was closed, whoever answered it. */
  | 'requestEnd'
  | 'denial'
  | 'notice'
  | 'form'
  | 'formAnswer'
  | 'turnEnd'
  | 'turnFailure'
  | 'interrupt'
  | 'subagentStart'
  | 'subagentEnd'
  | 'taskStart'
  | 'taskEnd'
  | 'compactionStart'
  | 'compactionEnd'
  | 'modelSwitch'
  | 'settingsChange';

/** The kind of a notification hook, for those that change a session's state. */
export type HookNotice =
  /** The agent waits for a prompt. */
  | 'idle'
  /** The agent waits for a permission or an answer. */
  | 'permission'
  | 'form'
  | 'formAnswer'
  /**
   * `continues`: the client resumes on its own after a usage limit has reset. `stays`: it does not.
   */
  | 'continues'
  | 'stays';

/**
 * The payload of a hook in terms that all agents share. A field that the agent did not send is
 * undefined.
 */
export interface HookReport {
  readonly sessionId: string;
  /** Undefined for a hook that does not affect the state. */
  readonly moment: HookMoment | undefined;
  readonly transcriptPath?: string | undefined;
  readonly cwd?: string | undefined;
  /** True if `cwd` is where the session started, and the agent may have gone elsewhere since. */
  readonly isCwdAssumed?: boolean | undefined;
  readonly promptId?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** The mode according to the hook before the call of a request. */
  readonly modeAtCall?: string | undefined;
  /** Set on every event of a subagent; the session is then its parent's. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
  readonly source?: string | undefined;
  /** True for the start of a session that its agent reports with the first prompt. */
  readonly startsTurn?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly model?: string | undefined;
  readonly title?: string | undefined;
  readonly prompt?: string | undefined;
  /**
   * Set if the agent's program made the prompt; `notification`: to report background work, or the
   * output of a hook.
   */
  readonly promptBy?: 'program' | 'notification' | undefined;
  readonly tool?: string | undefined;
  readonly input?: unknown;
  readonly toolUseId?: string | undefined;
  readonly response?: unknown;
  readonly calls?: readonly EndedCallReport[] | undefined;
  readonly suggestions?: readonly unknown[] | undefined;
  /** The server of an MCP tool. Documented by the client, not measured. */
  readonly server?: string | undefined;
  readonly notice?: HookNotice | undefined;
  readonly message?: string | undefined;
  readonly error?: string | undefined;
  readonly details?: unknown;
  readonly isInterrupt?: boolean | undefined;
  readonly lastMessage?: string | undefined;
  /** Reads the usage limit that ended the turn. `at` is when the hook ran, in ms since 1970. */
  readonly limit?: ((at: number) => UsageLimit | undefined) | undefined;
  readonly background?: readonly BackgroundTask[] | undefined;
  /** Runs that the client has scheduled; absent before client 2.1.300. */
  readonly crons?: readonly unknown[] | undefined;
  /**
   * True for the start of a call of an agent that makes one call after the other, so that its
   * earlier requests have ended.
   */
  readonly endsRequests?: boolean | undefined;
  readonly trigger?: string | undefined;
  readonly taskId?: string | undefined;
  readonly taskSubject?: string | undefined;
  readonly toModel?: string | undefined;
}

/** A call of a batch that ended. */
export interface EndedCallReport {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

/** Work of the agent that continues after its turn has ended. */
export interface BackgroundTask {
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly description?: string | undefined;
  readonly agent_type?: string | undefined;
  readonly command?: string | undefined;
}

/** Emitted for every hook call. An event of an unknown session creates the session. */
export interface HookEvent {
  readonly type: 'hook';
  readonly sessionId: string;
  /**
   * When the hook ran, in ms since 1970: the relay's time if plausible, otherwise the time of
   * arrival.
   */
  readonly at: number;
  /** The client's process id, if the hook's environment or parent process reveals it. */
  readonly pid?: number | undefined;
  readonly entrypoint?: string | undefined;
  /** Id of the hook call if the hub holds it open until a person answers. */
  readonly callId?: string | undefined;
  /** Ids of the session's calls that the hub already held open when the hook arrived. */
  readonly heldCalls?: readonly string[] | undefined;
  readonly report: HookReport;
}

/**
 * The client's status values in its registry file; absent shortly after its start and in old
 * versions.
 */
export const registryStatuses = ['busy', 'idle', 'waiting', 'shell'] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

/** A process of the client, as recorded in `sessions/<pid>.json`. */
export interface ProcessRecord {
  readonly pid: number;
  /** Start time that identifies the process together with its pid, since the system reuses pids. */
  readonly procStart?: string | undefined;
  readonly status?: RegistryStatus | undefined;
  readonly waitingFor?: string | undefined;
  /** Set while a server repeats a request to the model. */
  readonly retry?: RetryState | undefined;
  /** True if a server reports that the last turn failed, and not why. */
  readonly hasFailed?: boolean;
  /**
   * True if a process without a status has a child process that runs a command of the agent;
   * undefined if child processes cannot be inspected.
   */
  readonly runsCommand?: boolean | undefined;
  /** When `status` was written, in ms since 1970. */
  readonly statusAt: number;
  readonly startedAt: number;
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
  readonly kind?: string | undefined;
  readonly entrypoint?: string | undefined;
  readonly name?: string | undefined;
  readonly nameSource?: string | undefined;
  /** Id of the background job that the process runs. */
  readonly jobId?: string | undefined;
  /** True for a server that also runs other sessions: it is no session's own process. */
  readonly isShared?: boolean;
  /** True for a spare process that the client started in advance, before any prompt. */
  readonly isSpare?: boolean;
}

/** Emitted when a registry file of the session appears or changes. */
export interface ProcessSeenEvent {
  readonly type: 'processSeen';
  readonly sessionId: string;
  readonly at: number;
  readonly process: ProcessRecord;
}

/**
 * Emitted when a teammate in its own terminal pane requests a permission from its lead; `sessionId`
 * is the lead's.
 */
export interface TeammateRequestEvent {
  readonly type: 'teammateAsked';
  readonly sessionId: string;
  readonly at: number;
  readonly request: TeammateRequest;
}

/** Emitted when the state file of a background job changes. */
export interface JobEvent {
  readonly type: 'job';
  readonly sessionId: string;
  readonly at: number;
  readonly job: JobFacts;
}

/**
 * Emitted when a session loses its process: the registry file was removed, the process died, or it
 * switched to a different session.
 */
export interface ProcessGoneEvent {
  readonly type: 'processGone';
  readonly sessionId: string;
  readonly at: number;
  readonly pid: number;
  /**
   * `killed`: the process is dead but its registry file remains; `moved`: the process runs a
   * different session now.
   */
  readonly how: 'exited' | 'killed' | 'moved';
  /** True if the program reports this end only when a person closes the session. */
  readonly isDeliberate?: true;
}

/**
 * Emitted when more of a transcript was read, and when the transcript was deleted. `facts` covers
 * all entries so far.
 */
export interface TranscriptReadEvent {
  readonly type: 'transcriptRead';
  readonly sessionId: string;
  readonly at: number;
  readonly readAt: number;
  readonly facts: TranscriptFacts;
}

/**
 * Emitted when more of a subagent's transcript was read, or its meta file. Each of `transcript` and
 * `meta` covers the complete file.
 */
export interface SubagentReadEvent {
  readonly type: 'subagentRead';
  readonly sessionId: string;
  readonly agentId: string;
  /** Time of the last entry, or of the last write to the meta file, in ms since 1970. */
  readonly at: number;
  /** The transcript's path, even if only the meta file was read. */
  readonly path: string;
  readonly transcript?: SubagentTranscriptFacts | undefined;
  readonly meta?: SubagentMeta | undefined;
  /** Set once the workflow's journal records that the subagent returned or failed. */
  readonly hasReturned?: true;
}

/**
 * Emitted when a message's usage became known or grew; `sessionId` is the session that the usage is
 * charged to.
 */
export interface UsageEvent {
  readonly type: 'usage';
  readonly sessionId: string;
  readonly at: number;
  readonly agentId?: string | undefined;
  readonly total: UsageTotal;
}

/** Usage of a session or subagent so far, in tokens and US dollars. */
export interface UsageTotal {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
  readonly usd: number;
  readonly estimated: boolean;
  /** Set if no price is known for some of the tokens. */
  readonly unpriced?: true;
}

/** Emitted when a merge with conflicts begins, changes or ends in a session's work tree. */
export interface WorkTreeEvent {
  readonly type: 'workTree';
  readonly sessionId: string;
  readonly at: number;
  /** Files with conflicts; 0 when there is no merge to finish. */
  readonly conflicts: number;
}

/** Emitted when the repository of a session's folder changes, or its state does. */
export interface RepositoryEvent {
  readonly type: 'repository';
  readonly sessionId: string;
  readonly at: number;
  /** Undefined outside of any repository. */
  readonly state: RepositoryState | undefined;
}

/** Emitted when the user archives a session or restores it. */
export interface ArchiveEvent {
  readonly type: 'archive';
  readonly sessionId: string;
  readonly at: number;
  readonly archived: boolean;
}

/** Emitted when a person's answer to a held request was written to the client. */
export interface AnsweredEvent {
  readonly type: 'answered';
  readonly sessionId: string;
  readonly callId: string;
  readonly at: number;
}

/**
 * Emitted when the hub stopped holding a request without an answer, which leaves it to the
 * terminal, or when the client ended the call.
 */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly sessionId: string;
  readonly callId: string;
  readonly at: number;
}

/**
 * Emitted when the settings of a session's client were read, which happens at its prompts and
 * requests.
 */
export interface DialogSettingsEvent {
  readonly type: 'dialogSettings';
  readonly sessionId: string;
  readonly at: number;
  readonly settings: DialogSettings;
}

/** Emitted for a title that the agent's program keeps apart from the session's transcript. */
export interface TitledEvent {
  readonly type: 'titled';
  readonly sessionId: string;
  readonly at: number;
  readonly title: string;
}

export type DomainEvent = AgentMark & AnyEvent;

/**
 * The field of an event that names the agent of its session; absent for Claude Code, and in events
 * that do not contain it.
 */
export interface AgentMark {
  readonly agent?: string | undefined;
}

type AnyEvent =
  | TitledEvent
  | DialogSettingsEvent
  | WorkTreeEvent
  | RepositoryEvent
  | AnsweredEvent
  | ReleasedEvent
  | ArchiveEvent
  | HookEvent
  | ProcessSeenEvent
  | ProcessGoneEvent
  | JobEvent
  | TeammateRequestEvent
  | TranscriptReadEvent
  | SubagentReadEvent
  | UsageEvent;
