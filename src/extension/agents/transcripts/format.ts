import type { Overview } from '../../../shared/messages/overview';
import type { MessageUsage } from '../../hub/domain/cost/pricing';
import type { Line } from '../../transcript/file/lineFile';
import type { CallResult, Entry, EntryPart, ParsedEntry } from './entry';

/** The format of an agent's transcripts. */
export interface TranscriptFormat {
  /** Parses the entries of a line: several or none if the line is damaged. Never throws. */
  readonly entries: (line: string) => readonly ParsedEntry<Entry>[];
  /** Parses a line for readers and searches. Never throws. */
  readonly shown: (line: string) => ShownLine;
  /** Creates a reader of the usage in one file's lines, which must be read in order. */
  readonly usage: (start: UsageStart) => UsageReader;
  /** Returns the text that a call printed. */
  readonly output: (result: Pick<CallResult, 'content'>) => string;
  readonly voices: Voices;
  /**
   * Yields the prompts that the agent received according to the transcript's end, latest first;
   * none if it can't be read. Absent if those are its entries' prompts.
   */
  readonly deliveredPrompts?: (transcript: string) => AsyncIterable<DeliveredPrompt>;
  /**
   * Creates the reader of a file's branches; absent if entries name no parents. `textOf` returns the
   * text of a prompt's line.
   */
  readonly conversation?: (textOf: (line: Line) => string) => ConversationReader;
  /** Creates the reader of a file's queued prompts; absent if transcripts contain no queue. */
  readonly queue?: <Value>() => QueueReader<Value>;
  /**
   * Byte sequences of which each line with a prompt, a call or a result has at least one; absent if
   * all lines must be read.
   */
  readonly callMarks?: readonly string[];
}

/** Names of the speakers in a transcript other than the person. */
export interface Voices {
  readonly agent: string;
  /** Name of the agent's program for its own texts. */
  readonly program: string;
}

/** Called with the type of an unknown entry, and the program that wrote it. */
export type OnUnknown = (
  type: string,
  by: { readonly program: string; readonly version: string | undefined },
) => void;

export interface ShownLine {
  readonly parts: readonly LinePart[];
  /** True if a part of the line can't be read. */
  readonly isDamaged: boolean;
}

/** A part of an entry, identified by its index in the line. */
export interface LinePart {
  /** Time in ms since 1970. */
  readonly at?: number | undefined;
  /** True for a subagent's entry in its parent's file. */
  readonly isSidechain: boolean;
  readonly part: EntryPart;
}

/** A prompt that an entry shows was given to the agent. */
export interface DeliveredPrompt {
  /** The entry's own time, ms since 1970. */
  readonly at: number;
  readonly texts: readonly ReceivedText[];
}

/** A text that the agent received. */
export interface ReceivedText {
  readonly text: string;
  /**
   * True if the program made it, to report background work or the output of a hook; absent if its
   * transcripts show a prompt alike however it was sent.
   */
  readonly isNotification?: boolean;
}

/** Reads all lines of a transcript, in order. */
export interface ConversationReader {
  /** Byte up to which the file was read. */
  readonly to: number;
  /** Facts about the lines read so far; the same object while they are unchanged. */
  readonly overview: Overview;
  /** Adds the next line of the file. */
  add(line: Line): void;
}

/** Finds the prompts in the program's queue that the agent never received. */
export interface QueueReader<Value> {
  /** Values of the prompts, in file order. */
  readonly values: readonly Value[];
  /**
   * Applies the next line. `valueOf` returns the value for a prompt that it queues, with the time
   * in the line; without a value the prompt is ignored.
   */
  applyLine(
    line: string,
    valueOf: (text: string, at: string | undefined) => Value | undefined,
  ): void;
}

/** An open file, and the offset of the first line that is read for its usage. */
export interface UsageStart {
  readonly file: number;
  readonly from: number;
}

export interface UsageReader {
  /** Byte sequence in each line with usage. */
  readonly mark: Buffer;
  /**
   * Returns the usage in a line that has the mark, first at `mark`; empty if the previous line had
   * all of it.
   */
  readonly read: (line: Buffer, mark: number) => readonly MessageRecord[];
}

/** The tokens of one message, from one of its entries. */
export interface MessageRecord {
  readonly messageId: string;
  /** The session that made the message; copies in a fork still name the original session. */
  readonly ownerSessionId: string | undefined;
  readonly model: string;
  readonly at: number;
  readonly usage: MessageUsage;
}
