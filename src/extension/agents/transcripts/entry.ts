import type { ToolResult, TranscriptEntry } from '../../hub/domain/facts/transcriptEntry';
import type { Fields } from '../../../shared/text/fields';

type Fact<Kind extends TranscriptEntry['kind']> = Extract<TranscriptEntry, { kind: Kind }>;

/** A picture in a line, as a claim: neither its type nor its base64 is checked. */
export interface Picture {
  readonly mediaType: string;
  readonly data: string;
}

/** Content of a message or of a call's result. */
export type MessageContent = string | readonly Fields[];

/** An entry with what its line says beside it. */
export interface ParsedEntry<Line = TranscriptEntry> {
  readonly line: Line;
  /** The line's own time, ms since 1970; undefined when it has none. */
  readonly at: number | undefined;
  /** A line of a subagent inside the main transcript, as old clients wrote them. */
  readonly isSidechain: boolean;
  /** The whole line, for what only some lines are looked at more closely. Nothing is to keep it. */
  readonly source?: Fields;
}

/**
 * An entry of a transcript. Its kind and that kind's fields are for the facts; the reader has fields of its
 * own where it makes something different of the same line.
 */
export type Entry =
  | (Fact<'prompt' | 'interrupted'> & { readonly said: Utterance })
  | (Omit<Fact<'toolResults'>, 'results'> & {
      readonly results: readonly CallResult[];
      readonly said: Utterance;
    })
  | (Fact<'assistant'> & {
      readonly blocks: readonly (Block | ApiBlock)[];
      /** The client made the message up. */
      readonly isSynthetic: boolean;
    })
  | (Fact<'apiError'> & { readonly content: MessageContent })
  | (Fact<'turnEnded'> & { readonly durationMs: number | undefined })
  /** A `notice` is what the client tells the person, in the person's language; one without words says nothing. */
  | (Fact<'continuing' | 'retrying'> & { readonly notice: string })
  | (Fact<'other'> & {
      readonly said?: Utterance;
      readonly notice?: string;
      /** A prompt that was put into the client's queue. */
      readonly queued?: string;
    })
  | Fact<'compacted' | 'title' | 'permissionMode' | 'schedule' | 'continuedIn'>;

/** An entry in a prompt's place: typed text, a command, its output, results, or words of the client. */
export interface Utterance {
  readonly content: MessageContent;
  /** All of the entry, also those that name no call. */
  readonly results: readonly CallResult[];
  /** Written by the client for the model. */
  readonly isMeta: boolean;
  /** The summary with which a compacted conversation begins. */
  readonly isSummary: boolean;
  /** A prompt that was taken in while a turn went on. */
  readonly queued: boolean;
  /** Author by the entry's own word; undefined where it names none. */
  readonly author: 'person' | 'client' | undefined;
}

export interface CallResult extends ToolResult {
  readonly content: MessageContent;
  /** A person, a rule or auto mode refused the call, or a person stopped it while it ran. */
  readonly denial: 'refused' | 'stopped' | undefined;
  /** The client's structured copy of the result, for what its text says badly. */
  readonly details: Fields;
}

/** A piece of an agent's message. The name of a tool may be empty. */
export type Block =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'toolUse';
      readonly id: string;
      readonly name: string;
      readonly input: Fields;
    };

/** Block that the API adds to a message: the result of a tool of its own, or the model that goes on with it. */
export type ApiBlock =
  | {
      readonly kind: 'apiResult';
      readonly toolUseId: string;
      readonly isError: boolean;
      readonly content: MessageContent;
    }
  | { readonly kind: 'fallback'; readonly model: string };

/** A part of an entry that the reader shows. `pictures` are named in the text, too, at its end. */
export type EntryPart =
  | {
      readonly kind: 'prompt';
      readonly text: string;
      readonly queued: boolean;
      readonly pictures?: readonly Picture[];
    }
  /** A prompt in the client's queue, which is shown where no other entry has it. */
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
      /** Words of auto mode's check, where that refused the call; empty where they are not told. */
      readonly blocked?: string;
      readonly pictures?: readonly Picture[];
    })
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'apiError' | 'summary' | 'notice' | 'unreadable'; readonly text: string }
  | Fact<'compacted'>
  | { readonly kind: 'turnEnd'; readonly durationMs: number };
