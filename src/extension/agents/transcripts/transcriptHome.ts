import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { FoundFile, OnUnreadable, TranscriptKind } from './files';
import type { TranscriptFormat } from './format';

/** The folder in which an agent keeps its transcripts. */
export interface TranscriptHome {
  /** Id of the agent. */
  readonly agent: string;
  readonly root: string;
  readonly format: TranscriptFormat;
  /**
   * Finds all transcripts, or those of the `wanted` sessions; yields between portions. A `known` file that has not
   * changed stays the same object.
   */
  find(
    onUnreadable: OnUnreadable,
    wanted?: ReadonlySet<string>,
    known?: ReadonlyMap<string, FoundFile>,
  ): Generator<undefined, FoundFile[]>;
  /** Says by its place what a file is; undefined for one that is no transcript. */
  classify(file: string): TranscriptKind | undefined;
  /** Calls back for files that have changed, as far as the system tells; nothing before it is started. */
  watch(onChange: (file: string) => void, log: Log): TranscriptWatch;
}

export interface TranscriptWatch extends Disposable {
  start(): void;
  /** The session of a transcript is active, so that others may appear beside it. */
  followSession(transcript: string): void;
}
