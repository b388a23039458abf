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
  /**
   * Calls back for changed files, as far as the system reports them; nothing is reported before
   * `start`.
   */
  watch(onChange: (file: string) => void, log: Log): TranscriptWatch;
}

export interface TranscriptWatch extends Disposable {
  start(): void;
  /** Watches the folder of an active session's transcript, in which others may appear. */
  followSession(transcript: string): void;
}
