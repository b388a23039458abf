/** Where a piece of a transcript stands: the byte at which its line begins, and its number in the line. */
export interface ItemPlace {
  readonly at: number;
  readonly part: number;
}

/** Foreign text without controls, cut to what is shown at first. */
export interface Clipped {
  readonly text: string;
  /** Characters that are left out. */
  readonly more: number;
}

/** A part of a file before and after an edit, as unified diffs number it. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

export interface Replacement {
  readonly before: string;
  readonly after: string;
}

export interface QuestionText {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly about: string }[];
}

/** What a call says beyond its summary. */
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

export type Outcome = 'done' | 'failed' | 'refused' | 'stopped';

export type ReaderBody =
  | {
      readonly kind: 'prompt';
      readonly text: Clipped;
      readonly queued: boolean;
      readonly pictures: number;
    }
  | { readonly kind: 'command'; readonly name: string; readonly text: Clipped }
  | { readonly kind: 'commandOutput'; readonly text: Clipped; readonly isError: boolean }
  | {
      readonly kind: 'notification';
      readonly summary: string;
      readonly failed: boolean;
      readonly text: Clipped;
    }
  | { readonly kind: 'text'; readonly text: Clipped }
  | { readonly kind: 'thinking'; readonly text: Clipped }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      readonly title: string;
      readonly summary: string;
      /** The file that it is about, as seen from the project. */
      readonly path?: string;
      readonly body: ToolContent;
    }
  | {
      readonly kind: 'result';
      readonly toolUseId: string;
      readonly outcome: Outcome;
      /** One line. */
      readonly summary: string;
      readonly text: Clipped;
      /** For the content of a file: where it is from, and the number of its first line. */
      readonly path?: string;
      readonly firstLine?: number;
      readonly pictures: number;
      readonly hunks?: readonly Hunk[];
      /** The subagent that was started. */
      readonly agentId?: string;
    }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'apiError'; readonly text: Clipped }
  | { readonly kind: 'compaction'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: Clipped }
  | { readonly kind: 'notice'; readonly text: Clipped }
  | { readonly kind: 'turnEnd'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string };

/** One piece of a transcript as the page shows it. Times are milliseconds. */
export type ReaderItem = ItemPlace & {
  readonly time?: number;
  /** Said by a subagent, in its parent's file. */
  readonly sidechain?: true;
} & ReaderBody;

export type ItemOf<Kind extends ReaderItem['kind']> = Extract<ReaderItem, { kind: Kind }>;

/** The same for as long as the file only grows. */
export function keyOf({ at, part }: ItemPlace): string {
  return `${at}:${part}`;
}
