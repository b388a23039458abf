import { nobody } from '../audience';
import type { Audience } from '../audience';
import type { Deed } from '../deed';
import type { HookFields } from '../client/hookPayload';
import type { Line } from '../client/lines';

/** A living process that stands in for the client's. */
export interface Placeholder {
  readonly pid: number;
  /** The start time as the system counts it; undefined where it does not tell. */
  readonly procStart?: string;
  kill(): void;
}

/** Who runs a hook: its environment, as the client sets it. */
export interface HookCaller {
  readonly pid: number;
  readonly sessionId: string;
  readonly cwd: string;
  readonly entrypoint: string;
}

/** How a hook ended, and what it had to say. */
export interface HookEnd {
  readonly code: number | null;
  readonly printed: string;
  readonly complained: string;
}

export type HookEnded = (end: HookEnd) => void;

/** Where a session leaves its traces. Paths are absolute. */
export interface Stage {
  /** Who watches. */
  readonly audience: Audience;
  append(file: string, lines: readonly Line[]): void;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Sets the time of a file that was written about the past. */
  date(file: string, epochMs: number): void;
  /** Does what a tool does to a repository; `pastMs` says when, where that is over. */
  carryOut(deed: Deed, pastMs?: number): void;
  hook(caller: HookCaller, payload: HookFields, ended?: HookEnded): void;
  /** Ends the hooks of a session that wait for a person. */
  dismiss(sessionId: string): void;
  /** Ends all hooks of a session that stay for something. */
  leave(sessionId: string): void;
  hire(): Placeholder;
}

/** Who delivers hooks, and ends those that wait. */
export type HookRunner = Pick<Stage, 'hook' | 'dismiss' | 'leave'>;

/** Takes everything and keeps nothing: for a rehearsal that only measures time. */
export const emptyStage: Stage = {
  audience: nobody,
  append() {},
  write() {},
  remove() {},
  date() {},
  carryOut() {},
  hook() {},
  dismiss() {},
  leave() {},
  hire: () => ({ pid: 0, kill() {} }),
};

export interface Folders {
  readonly configHome: string;
  /** Holds one folder per project. */
  readonly code: string;
}
