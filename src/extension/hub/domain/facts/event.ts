import type { RepositoryState } from '../../../../shared/protocol/layers/display';
import type { TeammateRequest } from './team';
import type { DialogSettings } from './dialogs/dialogSettings';
import type { JobFacts, SubagentMeta, SubagentTranscriptFacts, TranscriptFacts } from './session';

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
  | 'denial'
  | 'notice'
  | 'form'
  | 'formAnswer'
  | 'turnEnd'
  | 'turnFailure'
  | 'subagentStart'
  | 'subagentEnd'
  | 'taskStart'
  | 'taskEnd'
  | 'compactionStart'
  | 'compactionEnd'
  | 'modelSwitch'
  | 'settingsChange';

/** The subject of a notice that says something about the state. */
export type HookNotice =
  /** The agent waits for a prompt. */
  | 'idle'
  /** A permission or an answer is waited for. */
  | 'permission'
  | 'form'
  | 'formAnswer'
  /** The client goes on by itself after a limit, or stays where it is. */
  | 'continues'
  | 'stays';

/** All that a hook said, in words that all agents share. What the agent left out is undefined. */
export interface HookReport {
  readonly sessionId: string;
  /** Undefined for a hook that says nothing about the state. */
  readonly moment: HookMoment | undefined;
  readonly transcriptPath?: string | undefined;
  readonly cwd?: string | undefined;
  readonly promptId?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** Set on every event of a subagent; the session is then its parent's. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
  readonly source?: string | undefined;
  readonly reason?: string | undefined;
  readonly model?: string | undefined;
  readonly title?: string | undefined;
  readonly prompt?: string | undefined;
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
  readonly background?: readonly BackgroundTask[] | undefined;
  /** Runs that the client begins by itself; absent before 2.1.300. */
  readonly crons?: readonly unknown[] | undefined;
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

/** Work that goes on after a turn. */
export interface BackgroundTask {
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly description?: string | undefined;
  readonly agent_type?: string | undefined;
  readonly command?: string | undefined;
}

/** Emitted for every hook call; events of a session the hub never saw create it. */
export interface HookEvent {
  readonly type: 'hook';
  readonly sessionId: string;
  /** When the hook ran, in ms since 1970: the relay's clock, else the time of arrival. */
  readonly at: number;
  /** The client's process, where the hook's environment or parent tells it. */
  readonly pid?: number | undefined;
  readonly entrypoint?: string | undefined;
  /** Names the call while the hub holds it. */
  readonly callId?: string | undefined;
  /** Names the session's calls that the hub held already when the hook came. */
  readonly heldCalls?: readonly string[] | undefined;
  readonly report: HookReport;
}

/** The client's own words for what it does; absent for its first moments and in old versions. */
export const registryStatuses = ['busy', 'idle', 'waiting', 'shell'] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

/** A process of the client, as `sessions/<pid>.json` tells of it. */
export interface ProcessRecord {
  readonly pid: number;
  /** Identifies the process together with its id: ids are reused. */
  readonly procStart?: string | undefined;
  readonly status?: RegistryStatus | undefined;
  readonly waitingFor?: string | undefined;
  /** Whether a command of the agent runs below a process that tells no status; undefined where nobody can see. */
  readonly runsCommand?: boolean | undefined;
  /** When `status` was written, ms since 1970. */
  readonly statusAt: number;
  readonly startedAt: number;
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
  readonly kind?: string | undefined;
  readonly entrypoint?: string | undefined;
  readonly name?: string | undefined;
  readonly nameSource?: string | undefined;
  /** The job that it runs in the background. */
  readonly jobId?: string | undefined;
  /** The client started it in reserve, for a prompt that may come. */
  readonly isSpare?: boolean;
}

/** Emitted when a registry file of the session appears or changes. */
export interface ProcessSeenEvent {
  readonly type: 'processSeen';
  readonly sessionId: string;
  readonly at: number;
  readonly process: ProcessRecord;
}

/** Emitted when a teammate in a pane of its own asks its lead for a permission; `sessionId` is the lead's. */
export interface TeammateAskedEvent {
  readonly type: 'teammateAsked';
  readonly sessionId: string;
  readonly at: number;
  readonly request: TeammateRequest;
}

/** Emitted when a job in the background says something new of itself. */
export interface JobEvent {
  readonly type: 'job';
  readonly sessionId: string;
  readonly at: number;
  readonly job: JobFacts;
}

/** Emitted when a session loses its process: file removed, process dead, or the process took another session. */
export interface ProcessGoneEvent {
  readonly type: 'processGone';
  readonly sessionId: string;
  readonly at: number;
  readonly pid: number;
  /** `killed`: the file is still there but nobody runs; `moved`: the process goes on with another session. */
  readonly how: 'exited' | 'killed' | 'moved';
}

/** Emitted when a transcript was read further, and when it went away: all that its entries said so far. */
export interface TranscriptReadEvent {
  readonly type: 'transcriptRead';
  readonly sessionId: string;
  readonly at: number;
  readonly readAt: number;
  readonly facts: TranscriptFacts;
}

/** Emitted when a subagent's transcript was read further, or its meta file: all that the file says. */
export interface SubagentReadEvent {
  readonly type: 'subagentRead';
  readonly sessionId: string;
  readonly agentId: string;
  /** The last entry's time, or when the meta file was written, in ms since 1970. */
  readonly at: number;
  /** The transcript's path, also where the meta file was read. */
  readonly path: string;
  readonly transcript?: SubagentTranscriptFacts | undefined;
  readonly meta?: SubagentMeta | undefined;
  /** Told once its workflow has what it returned, or knows that it failed. */
  readonly hasReturned?: true;
}

/** Emitted when a message's usage became known or grew; `sessionId` is the one that paid for it. */
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
  /** Set where no price is known for some of the tokens. */
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

/** Emitted when a session's folder belongs to a different repository, or the repository's state changes. */
export interface RepositoryEvent {
  readonly type: 'repository';
  readonly sessionId: string;
  readonly at: number;
  /** Undefined outside of any repository. */
  readonly state: RepositoryState | undefined;
}

/** Emitted when the user puts a session out of sight, or back. */
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

/** Emitted when a held request was left to its terminal, or its client ended the call. */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly sessionId: string;
  readonly callId: string;
  readonly at: number;
}

/** Emitted when the settings of a session's client were read: at its prompts and requests. */
export interface DialogSettingsEvent {
  readonly type: 'dialogSettings';
  readonly sessionId: string;
  readonly at: number;
  readonly settings: DialogSettings;
}

export type DomainEvent = AgentMark & DomainNews;

/** Id of the agent that the session is of; absent for Claude Code, and in events that do not know it. */
export interface AgentMark {
  readonly agent?: string | undefined;
}

type DomainNews =
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
  | TeammateAskedEvent
  | TranscriptReadEvent
  | SubagentReadEvent
  | UsageEvent;
