import type { DomainEvent, ProcessRecord } from '../hub/domain/facts/event';
import type { ProcessTable } from '../hub/ingest/processes';
import type { ClosableStore } from '../util/closableStore';
import type { Event } from '../util/emitter';
import type { Log } from '../util/log';
import type { SourceRequest } from './requests';

/** The parts of a hub from which an agent creates its sources. */
export interface AgentSourcesParts {
  readonly configHome: string;
  readonly processes: ProcessTable;
  readonly emit: (event: DomainEvent) => void;
  /** Puts a request on the board, and holds it until it is decided there or has ended. */
  readonly holdRequest: (request: SourceRequest) => void;
  readonly log: Log;
  /** Fires for each event of one of the agent's sessions, after the board applied it. */
  readonly onDidApply: Event<DomainEvent>;
  /** Fires with the id of one of the agent's sessions when it appears on the board. */
  readonly onDidDiscoverSession: Event<string>;
  /** Returns the working folder of a session; undefined if unknown. */
  readonly folderOf: (sessionId: string) => string | undefined;
  /** Returns the transcript of a session that grows although no process is known to run it. */
  readonly transcriptWithoutProcess: (sessionId: string) => string | undefined;
  /** Returns whether the session's transcript was found and is read as it grows. */
  readonly isFollowed: (sessionId: string) => boolean;
  /** Owns the sources. */
  readonly closing: Pick<ClosableStore, 'add'>;
}

/** A session with the process that runs it. */
export interface RegistryEntry {
  readonly sessionId: string;
  readonly process: ProcessRecord;
}

/** Reaches sessions directly, by a server of an agent's program. */
export interface SessionLine {
  has(sessionId: string): boolean;
  /** Fires with the id of a session that can be reached now, or no longer. */
  readonly onDidChange: Event<string>;
  /**
   * Sends a prompt to a session at rest, or also into a running turn if it `steers`, unless `commit`
   * resolves with false. False if the program did not confirm it.
   */
  prompt(
    sessionId: string,
    text: string,
    commit: () => Promise<boolean>,
    steers?: boolean,
  ): Promise<boolean>;
  /** Stops the session's turn; false if it was not stopped. */
  interrupt(sessionId: string): Promise<boolean>;
}

/** Knows which of an agent's sessions run, and in which processes. */
export interface SessionRegistry {
  /** Resolves when all running processes have been reported. */
  start(): Promise<void>;
  /** The ids of the sessions that running processes have. */
  sessionIds(): ReadonlySet<string>;
  /** Returns the entries of processes that ended without removing them; absent if none can be known. */
  leftBehind?(): Promise<readonly RegistryEntry[]>;
  /** Tracks the process that a hook named for a session; absent if it need not run the session. */
  trackProcess?(pid: number, sessionId: string): Promise<void>;
  /** True if a process is only assumed to run its session; absent if none is. */
  isGuess?(pid: number): boolean;
  /**
   * Returns whether a source reports the session's requests, so that hooks of them are ignored;
   * absent if none does.
   */
  reportsRequests?(sessionId: string): boolean;
  /** Absent if sessions can't be reached directly. */
  readonly line?: SessionLine;
  /** Terminates the process of a session; false unless it is known for certain. */
  terminate(sessionId: string): Promise<boolean>;
}
