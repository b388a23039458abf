import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import type { Stall } from '../probe/figures';

/** How a host process is told what to be. */
export interface HostOptions {
  /**
   * `window`: the extension with hub and board; `hub`: the hub without a window; `scan`: only the
   * thread that counts the costs of the whole history.
   */
  readonly mode: 'window' | 'hub' | 'scan';
  /** Notes since when each session looks as it does; costs the main thread time. */
  readonly watch: boolean;
  /** Looks for waits of the main thread; each look takes its own part of it. */
  readonly stalls: boolean;
  /** Draws tree, status bar and board from it, as a window does. */
  readonly views: boolean;
  readonly configHome: string;
  readonly hubScript: string;
  readonly port: number;
  /** In the mode `hub`: keys that it believes. */
  readonly keys?: readonly string[];
}

export type ToHost = { readonly type: 'start' | 'report' | 'close' };

/** What the board shows of one session, and since when, in ms after the start. */
export interface SeenSession {
  readonly sessionId: string;
  readonly stateAt: number;
  /** Title, model, last prompt, context: everything but what it cost. */
  readonly faceAt: number;
  readonly tokens: number;
  readonly usd: number;
}

export interface Progress {
  readonly sessions: number;
  readonly tokensToday: number;
  /** Of the sessions on the board. */
  readonly tokens: number;
  /** 1 once the hub has read all transcripts, else 0. */
  readonly isRead: number;
}

export interface HostReport extends Progress {
  readonly usdToday: number;
  /** When today's sum changed last, ms after the start. */
  readonly todayAt: number;
  readonly seen: readonly SeenSession[];
  /** Of a host that looks for them. */
  readonly stall: Stall;
}

export type FromHost =
  | { readonly type: 'ready' }
  | ({ readonly type: 'listening' } & ReachableHub)
  /** Everything was counted: so many tokens. */
  | { readonly type: 'scanned'; readonly tokens: number }
  | { readonly type: 'progress'; readonly at: number; readonly progress: Progress }
  | { readonly type: 'report'; readonly report: HostReport }
  | { readonly type: 'failed'; readonly message: string };
