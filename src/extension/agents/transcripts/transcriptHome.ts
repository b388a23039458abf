import type { SubagentMeta } from '../../hub/domain/facts/session';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { FoundFile, OnUnreadable, TranscriptKind } from './files';
import type { TranscriptFormat } from './format';

/** The folder in which an agent stores its transcripts. */
export interface TranscriptHome {
  /** Id of the agent. */
  readonly agent: string;
  readonly root: string;
  readonly format: TranscriptFormat;
  /**
   * Finds all transcripts, or those of the `wanted` sessions; yields between portions. A `known`
   * file that is unchanged stays the same object.
   */
  find(
    onUnreadable: OnUnreadable,
    wanted?: ReadonlySet<string>,
    known?: ReadonlyMap<string, FoundFile>,
  ): Generator<undefined, FoundFile[]>;
  /** Returns the kind of a file from its path; undefined unless it is a transcript. */
  classify(file: string): TranscriptKind | undefined;
  /** Returns the session's own transcript for the path of one of its subagents'. */
  sessionTranscriptOf(subagent: string, sessionId: string): string;
  /** Returns a title that the program keeps apart from transcripts; absent if it keeps none. */
  readonly titleOf?: (sessionId: string) => string | undefined;
  /** Absent if every path contains the id of its session. */
  readonly sessionIds?: SessionIds;
  /**
   * Reads which copies of files the program stored before the session changed them, in the turn at a
   * time (ms since 1970) or in all turns; absent if it stores none.
   */
  readonly fileCopies?: (
    transcript: string,
    sessionId: string,
    turnAt: number | undefined,
  ) => Promise<FileCopies>;
  /** Folder of the program's plan files, which a person reviews when it requests approval. */
  readonly plans?: string;
  /** Absent if no files other than transcripts report on subagents. */
  readonly companions?: Companions;
  /**
   * Calls back for changed files, as far as the system reports them; nothing is reported before
   * `start`.
   */
  watch(onChange: (file: string) => void, log: Log): TranscriptWatch;
}

/** Session ids of subagents' transcripts that only the content has, known since it was read. */
export interface SessionIds {
  /** Returns the id to store with a path; empty for a path that contains it. */
  readonly get: (file: string) => string;
  /** Restores a stored id, so that a file that no longer exists still has a session. */
  readonly restore: (file: string, sessionId: string) => void;
}

/** A file's stored content: the path of its copy, or `none` if there was no file. */
export type StoredContent = { readonly file: string } | 'none';

/** Copies of files from before a session changed them. */
export interface FileCopies {
  /** Time of the turn's prompt, in ms since 1970; undefined if it was not searched or not found. */
  readonly from: number | undefined;
  /**
   * Returns the content before the first change; undefined if none is stored. `called` are the
   * file's paths as the session named them.
   */
  contentBefore(realPath: string, called: readonly string[]): StoredContent | undefined;
}

/** Reads the files beside transcripts that report on subagents. */
export interface Companions {
  /** Parses a subagent's meta file. */
  readonly meta: (text: string) => SubagentMeta | undefined;
  /**
   * Returns the agents that returned or failed, from a workflow's journal; rejects with the file
   * system's error.
   */
  readonly returnedAgents: (journal: string) => Promise<ReadonlySet<string>>;
  /** Returns a subagent's transcript, next to its meta file or to the journal of its workflow. */
  readonly transcriptBeside: (file: string, agentId: string) => string;
}

export interface TranscriptWatch extends Disposable {
  start(): void;
  /** Watches the folder of an active session's transcript, in which others may appear. */
  followSession(transcript: string): void;
}
