/**
 * Mission Control's interface for other extensions, version 1. The package holds this file as
 * `mission-control.d.ts`; it imports nothing, so that it can be copied.
 */

export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener, as the editor's own events do; disposing ends that. */
export type Event<T> = (
  listener: (value: T) => unknown,
  thisArgs?: unknown,
  disposables?: Disposable[],
) => Disposable;

/** A fact that the work of a session left behind, such as a commit or the outcome of a test run. */
export interface Signal {
  /** Known: `commit`, `push`, `merge`, `branch`, `pr`, `tests`, `build`, `lint`, `deploy`, `export`, `sweep`; others come from rules. */
  readonly kind: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Number of the human prompt in whose turn it came; the first is 1. */
  readonly turn: number;
  /** Absent where the outcome is unknown. */
  readonly ok?: boolean;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** The repository that a session works in. A field is absent where it is not known. */
export interface Repository {
  /** Absent while `HEAD` names no branch. */
  readonly branch?: string;
  /** Name of the linked work tree; absent in the main one. */
  readonly worktree?: string;
  readonly upstream?: string;
  /** Commits that the upstream branch lacks, and that it has more. */
  readonly ahead?: number;
  readonly behind?: number;
  /** Files with changes that are not committed, untracked ones included. */
  readonly uncommitted?: number;
}

/** A pull request that a session opened or changed. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  /** `owner/name`. */
  readonly repository?: string;
  /** Absent unless the person lets the network be asked. */
  readonly state?: 'draft' | 'open' | 'merged' | 'closed';
  readonly review?: 'approved' | 'changes_requested' | 'required';
  readonly checks?: 'passing' | 'failing' | 'pending';
}

/** A file that a session changed. */
export interface ChangedFile {
  readonly path: string;
  readonly edits: number;
  /** Number of turns that changed it, and the last of these turns. */
  readonly turns: number;
  readonly lastTurn: number;
}

/** A session as layers see it; frozen. */
export interface SessionView {
  readonly sessionId: string;
  readonly title: string;
  readonly projectPath: string;
  readonly projectName: string;
  readonly core: {
    readonly group: 'needs_you' | 'autonomous' | 'delivered';
    /** An open string, such as `idle`, `needs_permission`, `task_complete`. */
    readonly state: string;
    /** ISO 8601 in UTC. */
    readonly since: string;
  };
  /** Number of human prompts so far. */
  readonly turn: number;
  /** The newest last; at most 32. */
  readonly signals: readonly Signal[];
  readonly repository?: Repository;
  /** The newest last; at most 4. */
  readonly pullRequests: readonly PullRequest[];
  readonly changes?: {
    readonly files: number;
    readonly edits: number;
    /** ISO 8601 in UTC. */
    readonly lastAt?: string;
    /** Files that were changed last, the newest last; at most 16. */
    readonly latest: readonly ChangedFile[];
  };
  readonly tasks?: { readonly completed: number; readonly total: number };
}

/** A text, or a message with values for `{0}`, `{1}` and so on, which a view may translate. */
export type Text =
  string | { readonly message: string; readonly args: readonly (string | number)[] };

export type Tone = 'red' | 'amber' | 'green' | 'blue' | 'gray';

/** The icons that a label may name. */
export type IconName =
  | 'archive'
  | 'book'
  | 'branch'
  | 'check'
  | 'circle'
  | 'clock'
  | 'commit'
  | 'database'
  | 'error'
  | 'export'
  | 'file'
  | 'flask'
  | 'globe'
  | 'merge'
  | 'package'
  | 'pencil'
  | 'pull-request'
  | 'push'
  | 'rocket'
  | 'star'
  | 'tag'
  | 'tools'
  | 'warning';

export interface Badge {
  /** At most 24 characters are shown. */
  readonly text: Text;
  readonly icon?: IconName;
  readonly tone?: Tone;
  readonly tooltip?: Text;
  /** An https address, opened by a click. */
  readonly href?: string;
}

/** The words of a layer about a session. Nothing of it changes the session's group, state or notifications. */
export interface SessionLabel {
  /** Stands in place of the state's words while the session rests; at most 80 characters. */
  readonly label?: Text;
  readonly icon?: IconName;
  readonly tone?: Tone;
  /** Sorts among sessions that are equally urgent. */
  readonly urgency?: -1 | 0 | 1;
  /** At most 4 are shown. */
  readonly badges?: readonly Badge[];
  /** A sentence for tooltips; at most 300 characters. */
  readonly detail?: Text;
}

/** Says what was delivered in the words of a domain. Pure: the same view gives the same label. */
export interface Layer {
  readonly id: string;
  interpret(session: SessionView): SessionLabel | undefined;
}

/** The outcome of a session's work so far. */
export interface Outcome {
  readonly commits: number;
  /** Branch that was pushed last. */
  readonly pushed?: string;
  /** The newest last; at most 4. */
  readonly pullRequests: readonly PullRequest[];
  /** The last test run; `stale` where a file was changed after it. */
  readonly tests?: {
    readonly ok: boolean;
    readonly passed?: number;
    readonly failed?: number;
    readonly stale: boolean;
  };
  /** When the last of all this came, ISO 8601 in UTC. */
  readonly at: string;
}

/** A session as the board lists it; frozen. Times are ISO 8601 in UTC. */
export interface SessionSummary {
  readonly sessionId: string;
  /** The name that the person gave it, else the first line of its first prompt. */
  readonly title: string;
  /** Empty for a session of another machine. */
  readonly projectPath: string;
  readonly projectName: string;
  readonly core: {
    readonly group: 'needs_you' | 'autonomous' | 'delivered';
    /** An open string, such as `idle`, `needs_permission`, `task_complete`. */
    readonly state: string;
    /** The state in English words, such as `Needs permission: Bash`. */
    readonly label: string;
    readonly since: string;
  };
  readonly startedAt: string;
  readonly lastActivityAt: string;
  /** As the client names it; absent before its first answer. */
  readonly model?: string;
  /** `estimated` where the price of another model stands in; `unpriced` where none is known for some tokens. */
  readonly cost: {
    readonly totalUsd: number;
    readonly estimated: boolean;
    readonly unpriced?: boolean;
  };
  readonly tasks?: { readonly completed: number; readonly total: number };
  /** Absent before the first edit. */
  readonly changes?: { readonly files: number; readonly edits: number };
  readonly repository?: Repository;
  /** Absent where nothing came of it yet. */
  readonly outcome?: Outcome;
}

/** Sessions that are new or different, and the ids of those that left the board. */
export interface SessionsChange {
  readonly changed: readonly SessionSummary[];
  readonly removed: readonly string[];
}

export interface LabelOptions {
  /** The label goes by itself after so many milliseconds. */
  readonly ttlMs?: number;
}

/** Labels of one extension, as a `DiagnosticCollection` holds its problems. They go with the window. */
export interface LabelCollection extends Disposable {
  readonly id: string;
  /** Says something of a session, in place of what this collection said of it before. */
  set(sessionId: string, label: SessionLabel, options?: LabelOptions): void;
  /** Replaces all labels of the collection. */
  set(
    labels: Iterable<readonly [sessionId: string, label: SessionLabel]>,
    options?: LabelOptions,
  ): void;
  delete(sessionId: string): void;
  clear(): void;
}

/** Everything is read only but the labels: nothing answers a request or sends a prompt. */
export interface MissionControlApi {
  readonly version: 1;
  /** The sessions on the board, in its order; the same array until the board changes. */
  readonly sessions: readonly SessionSummary[];
  getSession(sessionId: string): SessionSummary | undefined;
  /** Asks for a closer look; undefined where the session is not on the board. */
  getView(sessionId: string): Promise<SessionView | undefined>;
  readonly onDidChangeSessions: Event<SessionsChange>;
  /** The id is the extension's, such as `acme.deploys`, or begins with it and a slash: `acme.deploys/preview`. */
  createLabelCollection(id: string): LabelCollection;
  /**
   * Runs a layer in this window for each session on the board, now and when it changes. Its id is as
   * that of a collection. A layer that throws three times, or takes more than 20 ms three times, is
   * switched off, and the person is told.
   */
  registerLayer(layer: Layer): Disposable;
}

/** The exports of the extension `mission-control.mission-control-for-claude-code`. */
export interface MissionControlExports {
  /** Throws where there is no such version. */
  getAPI(version: 1): MissionControlApi;
}
