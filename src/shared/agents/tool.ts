import type { Fields } from '../text/fields';

/** What a tool's call does, independent of the tool's name. */
export type ToolKind =
  /** Runs a command line. */
  | 'shell'
  /** Reads the output of a background command. */
  | 'shellOutput'
  | 'read'
  | 'readNotebook'
  /** Finds files by their names. */
  | 'find'
  /** Searches the contents of files. */
  | 'search'
  | 'list'
  | 'fetch'
  | 'searchWeb'
  /** Replaces parts of a text file. */
  | 'edit'
  /** Writes a complete text file. */
  | 'write'
  | 'editNotebook'
  /** Changes any number of files by one text. */
  | 'patch'
  | 'subagent'
  | 'skill'
  /** Asks the person a multiple-choice question. */
  | 'question'
  /** Asks the person to approve a plan. */
  | 'plan'
  /** Asks the person to fill in a form of an MCP server. */
  | 'form'
  /** Replaces the complete to-do list. */
  | 'todos'
  | 'createTask'
  | 'changeTask'
  | 'createJob'
  | 'deleteJob'
  | 'listJobs'
  | 'wakeUp'
  /** Anything else, such as the tool of an MCP server. */
  | 'other';

/** Purpose of a field of a tool's input. A `comment` is the agent's own words about its call. */
export type FieldRole =
  'command' | 'comment' | 'content' | 'removed' | 'added' | 'patch' | 'questions' | 'plan';

export interface ToolField {
  /** Translated display name of the field; without it the field is shown by its own name. */
  readonly name?: () => string;
  readonly role?: FieldRole;
}

/** A tool of an agent's program. */
export interface Tool {
  readonly kind: Exclude<ToolKind, 'other'>;
  /** True for a shell whose command lines are read as those of a POSIX shell. */
  readonly isPosix?: true;
  /** Fields of its input whose meaning is known. */
  readonly fields?: Readonly<Record<string, ToolField>>;
  /** Default values of fields; a field with its default is not shown. */
  readonly defaults?: Fields;
}

/** One question of a call, as the agent wrote it; missing fields are empty. */
export interface CallQuestion {
  readonly text: string;
  /** Short heading. */
  readonly header: string;
  readonly options: readonly CallOption[];
  /** True if several options may be chosen. */
  readonly multiple: boolean;
}

/** One answer that a question offers. */
export interface CallOption {
  readonly label: string;
  readonly description: string;
  /** Sketch of the result of choosing the option, with line breaks. */
  readonly preview: string;
}

/** One to-do of a list; missing fields are empty. */
export interface Todo {
  readonly text: string;
  /** The to-do's text while it is in progress. */
  readonly doing: string;
  readonly status: string;
}

/** Change of a task by a call; a field that the call leaves out is undefined. */
export interface TaskChange {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly subject: string | undefined;
}
