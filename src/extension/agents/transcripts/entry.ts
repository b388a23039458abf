import type { ToolResult, TranscriptEntry } from '../../hub/domain/facts/transcriptEntry';
import type { ShellEnd, ShellResult } from '../../transcript/signals/shellResult';
import type { Fields } from '../../../shared/text/fields';

type Fact<Kind extends TranscriptEntry['kind']> = Extract<TranscriptEntry, { kind: Kind }>;

/** A picture in a line, unverified: neither its type nor its base64 was checked. */
export interface Picture {
  readonly mediaType: string;
  readonly data: string;
}

/** Content of a message or of a call's result. */
export type MessageContent = string | readonly Fields[];

/** An entry with the other facts of its line. */
export interface ParsedEntry<Line = TranscriptEntry> {
  readonly line: Line;
  /** The time in the line, in ms since 1970; undefined if it has none. */
  readonly at: number | undefined;
  /** True for a subagent's line inside the main transcript, as old clients wrote them. */
  readonly isSidechain: boolean;
  /** Reads how the commands ended whose results the entry has. Must not be retained. */
  readonly shellResults?: () => readonly ShellResult[];
  /** Reads which background shell ended, if the entry reports it. Must not be retained. */
  readonly shellEnd?: () => ShellEnd | undefined;
  /** The last prompt of the session, if the entry only repeats it; empty if the program made it. */
  readonly lastPrompt?: string;
}

/**
 * An entry of a transcript. The kind and its fields are for the facts; the reader has separate
 * fields if it presents the line differently.
 */
export type Entry =
  | (Fact<'prompt' | 'interrupted'> & { readonly said: Utterance })
  | (Omit<Fact<'toolResults'>, 'results'> & {
      readonly results: readonly CallResult[];
      readonly said: Utterance;
    })
  | (Fact<'assistant'> & {
      readonly blocks: readonly (Block | ApiBlock)[];
      /** True if the client made up the message. */
      readonly isSynthetic: boolean;
    })
  | (Fact<'apiError'> & { readonly content: MessageContent })
  | (Fact<'turnEnded'> & { readonly durationMs: number | undefined })
  /** `notice` is the client's text for the person, in their language; an empty one is not shown. */
  | (Fact<'continuing' | 'retrying'> & { readonly notice: string })
  | (Fact<'other'> & {
      readonly said?: Utterance;
      /** The client's text for the person: the reader shows it and the search finds it. */
      readonly notice?: string;
      /** A prompt that was added to the client's queue. */
      readonly queued?: string;
    })
  | (Fact<'schedule'> & { readonly notice?: string })
  | Fact<'compacting' | 'compacted' | 'context' | 'title' | 'permissionMode' | 'continuedIn'>;

/**
 * An entry with the role of a prompt: typed text, a command, its output, results, or a text of the
 * client.
 */
export interface Utterance {
  readonly content: MessageContent;
  /** All results of the entry, including those without a call id. */
  readonly results: readonly CallResult[];
  /** True if the client wrote it for the model. */
  readonly isMeta: boolean;
  /** True for the summary at the start of a compacted conversation. */
  readonly isSummary: boolean;
  /** True for a prompt that was delivered in mid-turn. */
  readonly queued: boolean;
  /** Author according to the entry; undefined if it names none. */
  readonly author: 'person' | 'client' | undefined;
}

export interface CallResult extends ToolResult {
  readonly content: MessageContent;
  /** `refused` by a person, a rule or auto mode, or `stopped` by a person during the run. */
  readonly denial: 'refused' | 'stopped' | undefined;
  /** The client's structured record of the result, which is easier to parse than its text. */
  readonly details: Fields;
}

/** A block of an agent's message. The name of a tool may be empty. */
export type Block =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'toolUse';
      readonly id: string;
      readonly name: string;
      readonly input: Fields;
    };

/**
 * A block that the API adds to a message: the result of its own tool, or the model that continues
 * the message.
 */
export type ApiBlock =
  | {
      readonly kind: 'apiResult';
      readonly toolUseId: string;
      readonly isError: boolean;
      readonly content: MessageContent;
    }
  | { readonly kind: 'fallback'; readonly model: string };

/** A part of an entry that the reader shows. `pictures` are also named at the end of the text. */
export type EntryPart =
  | {
      readonly kind: 'prompt';
      readonly text: string;
      readonly queued: boolean;
      readonly pictures?: readonly Picture[];
    }
  /** A prompt in the client's queue, shown only if no other entry contains it. */
  | { readonly kind: 'queued'; readonly text: string }
  /** A slash command, or `!` with a shell command. */
  | { readonly kind: 'command'; readonly name: string; readonly args: string }
  | { readonly kind: 'commandOutput'; readonly text: string; readonly isError: boolean }
  | {
      readonly kind: 'notification';
      readonly summary: string;
      readonly status: string;
      readonly result: string;
    }
  | Block
  | (Pick<CallResult, 'toolUseId' | 'isError' | 'denial' | 'details'> & {
      readonly kind: 'toolResult';
      readonly text: string;
      /** The classifier's reason if auto mode blocked the call; empty if it gave none. */
      readonly blocked?: string;
      readonly pictures?: readonly Picture[];
    })
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'apiError' | 'summary' | 'notice' | 'unreadable'; readonly text: string }
  | Fact<'compacted'>
  | { readonly kind: 'turnEnd'; readonly durationMs: number };
