import type { Fields } from '../text/fields';

/** Effect of a tool's call, whatever the agent's program calls the tool. */
export type ToolKind =
  /** Runs a command line. */
  | 'shell'
  /** Reads what a command in the background printed. */
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
  /** Writes a whole text file. */
  | 'write'
  | 'editNotebook'
  | 'subagent'
  | 'skill'
  /** Asks the person, who chooses among answers. */
  | 'question'
  /** Asks the person to approve a plan. */
  | 'plan'
  /** Has the person fill in a form of another program. */
  | 'form'
  /** Replaces the whole list of to-dos. */
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
  'command' | 'comment' | 'content' | 'removed' | 'added' | 'questions' | 'plan';

export interface ToolField {
  /** The field in words of ours; without them it is shown by its own name. */
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
  /** Values that a field has anyway, so that they say nothing. */
  readonly defaults?: Fields;
}

/** One question of a call, as the agent wrote it; what it lacks is empty. */
export interface CallQuestion {
  readonly text: string;
  /** Short heading. */
  readonly header: string;
  readonly options: readonly CallOption[];
  /** True where several options may be chosen. */
  readonly multiple: boolean;
}

/** One answer that a question offers. */
export interface CallOption {
  readonly label: string;
  readonly description: string;
  /** Sketch of the result of choosing it, with line breaks. */
  readonly preview: string;
}

/** One to-do of a list; what it lacks is empty. */
export interface Todo {
  readonly text: string;
  /** The to-do as it reads while it is done. */
  readonly doing: string;
  readonly status: string;
}

/** Change of a task by a call; a field that the call leaves out is undefined. */
export interface TaskChange {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly subject: string | undefined;
}
