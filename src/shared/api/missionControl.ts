/**
 * Mission Control's interface for other extensions, version 1. The package contains this file as
 * `mission-control.d.ts`; it has no imports, so that it can be copied.
 */

export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener, like the editor's own events; dispose the result to unsubscribe. */
export type Event<T> = (
  listener: (value: T) => unknown,
  thisArgs?: unknown,
  disposables?: Disposable[],
) => Disposable;

/** Kinds of signals that Mission Control finds by itself. More may be added. */
export type SignalKind =
  | 'commit'
  | 'push'
  | 'merge'
  | 'branch'
  | 'pr'
  | 'tests'
  | 'build'
  | 'lint'
  | 'deploy'
  | 'export'
  | 'sweep';

/** A fact recorded from a session's work, such as a commit or the outcome of a test run. */
export interface Signal {
  /** A `SignalKind`, or a kind that a user's rule defines. */
  readonly kind: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Number of the turn in which it was recorded; the first human prompt starts turn 1. */
  readonly turn: number;
  /** True for success, false for failure; absent if the outcome is unknown. */
  readonly ok?: boolean;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** The Git repository that a session works in. A field is absent if its value is unknown. */
export interface Repository {
  /** Absent while `HEAD` is detached. */
  readonly branch?: string;
  /** Name of the linked work tree; absent in the main work tree. */
  readonly worktree?: string;
  readonly upstream?: string;
  /** `ahead` counts commits that the upstream branch lacks, `behind` those that only it has. */
  readonly ahead?: number;
  readonly behind?: number;
  /** Number of files with uncommitted changes, including untracked files. */
  readonly uncommitted?: number;
}

/** A pull request that a session opened or changed. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  /** `owner/name`. */
  readonly repository?: string;
  /** Absent unless the user allows network requests about pull requests. */
  readonly state?: 'draft' | 'open' | 'merged' | 'closed';
  readonly review?: 'approved' | 'changes_requested' | 'required';
  readonly checks?: 'passing' | 'failing' | 'pending';
}

/** A file that a session changed. */
export interface ChangedFile {
  readonly path: string;
  readonly edits: number;
  /** `turns` is the number of turns that changed the file, `lastTurn` the last of them. */
  readonly turns: number;
  readonly lastTurn: number;
}

/** A session as layers receive it; the object is frozen. */
export interface SessionView {
  readonly sessionId: string;
  readonly title: string;
  readonly projectPath: string;
  readonly projectName: string;
  readonly core: {
    readonly group: 'needs_you' | 'autonomous' | 'delivered';
    /** More states may be added. Examples: `idle`, `needs_permission`, `task_complete`. */
    readonly state: string;
    /** ISO 8601 in UTC. */
    readonly since: string;
  };
  /** Number of human prompts so far. */
  readonly turn: number;
  /** Oldest first; at most 32. */
  readonly signals: readonly Signal[];
  readonly repository?: Repository;
  /** Oldest first; at most 4. */
  readonly pullRequests: readonly PullRequest[];
  readonly changes?: {
    readonly files: number;
    readonly edits: number;
    /** ISO 8601 in UTC. */
    readonly lastAt?: string;
    /** The most recently changed files, oldest change first; at most 16. */
    readonly latest: readonly ChangedFile[];
  };
  readonly tasks?: { readonly completed: number; readonly total: number };
}

/**
 * A literal text, or a message with arguments for `{0}`, `{1}` and so on, which a view may
 * translate.
 */
export type Text =
  string | { readonly message: string; readonly args: readonly (string | number)[] };

export type Tone = 'red' | 'amber' | 'green' | 'blue' | 'gray';

/** Icons that a label or badge can use. */
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
  /** Only the first 24 characters are shown. */
  readonly text: Text;
  readonly icon?: IconName;
  readonly tone?: Tone;
  readonly tooltip?: Text;
  /** An https URL that a click opens. */
  readonly href?: string;
}

/** The label of a session. It never changes the session's group, state or notifications. */
export interface SessionLabel {
  /** Replaces the text of the state while the session is at rest; at most 80 characters. */
  readonly label?: Text;
  readonly icon?: IconName;
  readonly tone?: Tone;
  /** Order among sessions that are otherwise equally urgent; the highest value comes first. */
  readonly urgency?: -1 | 0 | 1;
  /** Only the first 4 are shown. */
  readonly badges?: readonly Badge[];
  /** A sentence for tooltips; at most 300 characters. */
  readonly detail?: Text;
}

/**
 * Labels the results of sessions in the terms of a domain. `interpret` must be pure: equal views
 * give equal labels.
 */
export interface Layer {
  readonly id: string;
  interpret(session: SessionView): SessionLabel | undefined;
}

/** The results of a session's work so far. */
export interface Outcome {
  readonly commits: number;
  /** The branch that was pushed last. */
  readonly pushed?: string;
  /** Oldest first; at most 4. */
  readonly pullRequests: readonly PullRequest[];
  /** The last test run; `stale` is true if a file changed after it. */
  readonly tests?: {
    readonly ok: boolean;
    readonly passed?: number;
    readonly failed?: number;
    readonly stale: boolean;
  };
  /** Time of the latest of these results, ISO 8601 in UTC. */
  readonly at: string;
}

/** A session as the board lists it; the object is frozen. Times are ISO 8601 in UTC. */
export interface SessionSummary {
  readonly sessionId: string;
  /** The name that the user gave the session, otherwise the first line of its first prompt. */
  readonly title: string;
  /** Empty for a session on another machine. */
  readonly projectPath: string;
  readonly projectName: string;
  readonly core: {
    readonly group: 'needs_you' | 'autonomous' | 'delivered';
    /** More states may be added. Examples: `idle`, `needs_permission`, `task_complete`. */
    readonly state: string;
    /** The state as English text, such as `Needs permission: Bash`. */
    readonly label: string;
    readonly since: string;
  };
  readonly startedAt: string;
  readonly lastActivityAt: string;
  /** The model's name as Claude Code reports it; absent before the first response. */
  readonly model?: string;
  /**
   * `estimated`: part of the cost uses the price of a different model. `unpriced`: the price of
   * some tokens is unknown, so they are not included.
   */
  readonly cost: {
    readonly totalUsd: number;
    readonly estimated: boolean;
    readonly unpriced?: boolean;
  };
  readonly tasks?: { readonly completed: number; readonly total: number };
  /** Absent before the first edit. */
  readonly changes?: { readonly files: number; readonly edits: number };
  readonly repository?: Repository;
  /** Absent while the session has no results. */
  readonly outcome?: Outcome;
}

/**
 * `changed` holds sessions that were added or updated, `removed` the ids of those that left the
 * board.
 */
export interface SessionsChange {
  readonly changed: readonly SessionSummary[];
  readonly removed: readonly string[];
}

export interface LabelOptions {
  /** Milliseconds after which the label is removed automatically. */
  readonly ttlMs?: number;
}

/**
 * Labels of one extension, similar to a `DiagnosticCollection`. They are removed when the window
 * closes.
 */
export interface LabelCollection extends Disposable {
  readonly id: string;
  /** Sets the label of a session, replacing this collection's previous label for it. */
  set(sessionId: string, label: SessionLabel, options?: LabelOptions): void;
  /** Replaces all labels of the collection. */
  set(
    labels: Iterable<readonly [sessionId: string, label: SessionLabel]>,
    options?: LabelOptions,
  ): void;
  delete(sessionId: string): void;
  clear(): void;
}

/** Only labels can be changed: no method answers a request or sends a prompt. */
export interface MissionControlApi {
  readonly version: 1;
  /** The sessions in board order; the same array until the board changes. */
  readonly sessions: readonly SessionSummary[];
  getSession(sessionId: string): SessionSummary | undefined;
  /** Requests the detailed view of a session; undefined if it is not on the board. */
  getView(sessionId: string): Promise<SessionView | undefined>;
  readonly onDidChangeSessions: Event<SessionsChange>;
  /**
   * `id` is the extension's id, such as `acme.deploys`, or starts with it and a slash:
   * `acme.deploys/preview`.
   */
  createLabelCollection(id: string): LabelCollection;
  /**
   * Runs a layer in this window for each session on the board, now and after each change. Its id
   * follows the same rule as a collection's. A layer that throws three times, or runs longer than
   * 20 ms three times, is disabled, and the user is notified.
   */
  registerLayer(layer: Layer): Disposable;
}

/** The exports of the extension `mission-control.mission-control-for-claude-code`. */
export interface MissionControlExports {
  /** Throws if this version is not supported. */
  getAPI(version: 1): MissionControlApi;
}
