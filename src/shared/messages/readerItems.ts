/** Position of an item: the byte offset of its line, and its index within the line. */
export interface ItemPlace {
  readonly at: number;
  readonly part: number;
}

/** Untrusted text without control characters, cut to the length shown at first. */
export interface Clipped {
  readonly text: string;
  /** Number of characters left out. */
  readonly more: number;
}

/** A changed part of a file, numbered as in a unified diff. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Lines that start with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** A text of an edit before and after it. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
}

export interface QuestionText {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly about: string }[];
}

/** The content of a tool call in addition to its one-line summary. */
export type ToolContent =
  | { readonly type: 'none' }
  | { readonly type: 'command'; readonly text: Clipped }
  | { readonly type: 'edits'; readonly edits: readonly Replacement[]; readonly more: number }
  | { readonly type: 'file'; readonly text: Clipped }
  | { readonly type: 'markdown'; readonly text: Clipped; readonly isPlan: boolean }
  | {
      readonly type: 'todos';
      readonly todos: readonly { readonly status: string; readonly text: string }[];
    }
  | { readonly type: 'questions'; readonly questions: readonly QuestionText[] }
  | {
      readonly type: 'fields';
      readonly fields: readonly { readonly name: string; readonly value: string }[];
    };

export type CallOutcome = 'done' | 'failed' | 'refused' | 'stopped';

export type ReaderBody =
  | {
      readonly kind: 'prompt';
      readonly text: Clipped;
      readonly queued: boolean;
      readonly pictures: number;
    }
  /** A prompt in the client's queue; shown if the overview lists it. */
  | { readonly kind: 'queued'; readonly text: Clipped }
  | { readonly kind: 'command'; readonly name: string; readonly text: Clipped }
  | { readonly kind: 'commandOutput'; readonly text: Clipped; readonly isError: boolean }
  | {
      readonly kind: 'notification';
      readonly summary: string;
      readonly failed: boolean;
      readonly text: Clipped;
    }
  /** Text of the agent; `by` is the agent's name. */
  | { readonly kind: 'text'; readonly text: Clipped; readonly by: string }
  | { readonly kind: 'thinking'; readonly text: Clipped }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      readonly title: string;
      readonly summary: string;
      /** The file of the call, relative to the project. */
      readonly path?: string;
      readonly body: ToolContent;
    }
  | {
      readonly kind: 'result';
      readonly toolUseId: string;
      readonly outcome: CallOutcome;
      /** Summary on one line. */
      readonly summary: string;
      readonly text: Clipped;
      /** Set for file contents: the path, and the number of the first line. */
      readonly path?: string;
      readonly firstLine?: number;
      readonly pictures: number;
      readonly hunks?: readonly Hunk[];
      /** Id of the subagent that the call started. */
      readonly agentId?: string;
    }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'apiError'; readonly text: Clipped }
  | { readonly kind: 'compaction'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: Clipped }
  | { readonly kind: 'notice'; readonly text: Clipped }
  | { readonly kind: 'turnEnd'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string };

/** One item of a transcript in the reader. Times are ms since 1970. */
export type ReaderItem = ItemPlace & {
  readonly time?: number;
  /** Set for a subagent's entries in its parent's file. */
  readonly sidechain?: true;
} & ReaderBody;

export type ItemOf<Kind extends ReaderItem['kind']> = Extract<ReaderItem, { kind: Kind }>;

/** Key of an item; stable while the file only grows. */
export function keyOf({ at, part }: ItemPlace): string {
  return `${at}:${part}`;
}
