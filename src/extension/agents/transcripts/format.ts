import type { MessageUsage } from '../../hub/domain/cost/pricing';
import type { Entry, EntryPart, ParsedEntry } from './entry';

/** The meaning of the lines of an agent's transcripts. */
export interface TranscriptFormat {
  /** The entries of a line, which are several or none where it is damaged. Never throws. */
  readonly entries: (line: string) => readonly ParsedEntry<Entry>[];
  /** A line for a person who reads or searches it. Never throws. */
  readonly shown: (line: string) => ShownLine;
  /** Reads the usage in one file's lines, in their order. */
  readonly usage: () => UsageReader;
  readonly voices: Voices;
  /** Set where entries name the one that they follow, and the program has a queue of prompts. */
  readonly isTree?: true;
  /** Bytes of which each line has one that holds a prompt, a call or a result; without them all lines are read. */
  readonly callMarks?: readonly string[];
}

/** Names of those who speak in a transcript beside the person. */
export interface Voices {
  readonly agent: string;
  /** The agent's program, where it says something itself. */
  readonly program: string;
}

/** Called with the type of an entry that is not known, and the program that wrote it. */
export type OnUnknown = (
  type: string,
  by: { readonly program: string; readonly version: string | undefined },
) => void;

export interface ShownLine {
  readonly parts: readonly LinePart[];
  /** True where the line holds something that cannot be read. */
  readonly isDamaged: boolean;
}

/** A part of an entry; its place among those of the line names it. */
export interface LinePart {
  /** ms since 1970. */
  readonly at?: number | undefined;
  /** True for a subagent's entry, which is shown in its parent's file, too. */
  readonly isSidechain: boolean;
  readonly part: EntryPart;
}

export interface UsageReader {
  /** Bytes that each line has in which there is a usage. */
  readonly mark: Buffer;
  /** The usage in a line that has the mark, first at `mark`; nothing where the last line has told all of it. */
  readonly read: (line: Buffer, mark: number) => readonly MessageRecord[];
}

/** The tokens of one message by one of its entries. */
export interface MessageRecord {
  readonly messageId: string;
  /** The session that made the message; a fork's copies still name the first. */
  readonly ownerSessionId: string | undefined;
  readonly model: string;
  readonly at: number;
  readonly usage: MessageUsage;
}
