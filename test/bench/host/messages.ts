import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import type { Stall } from '../probe/figures';

/** Options of a host process, passed as its argument. */
export interface HostOptions {
  /**
   * `window` runs the extension with hub and board, `hub` only the hub, and `scan` only the thread
   * that counts the costs of the whole history.
   */
  readonly mode: 'window' | 'hub' | 'scan';
  /** True to record when each session changed last, which takes time on the main thread. */
  readonly watch: boolean;
  /** True to measure stalls of the main thread, which itself takes time there. */
  readonly stalls: boolean;
  /**
   * True to compute the tree, the status bar and the board's messages at each change, as a window
   * does.
   */
  readonly views: boolean;
  readonly configHome: string;
  readonly hubScript: string;
  readonly port: number;
  /** Public keys that a hub in the mode `hub` trusts. */
  readonly keys?: readonly string[];
}

export type ToHost = { readonly type: 'start' | 'report' | 'close' };

/** A session as the board shows it; times are in ms after the start. */
export interface SeenSession {
  readonly sessionId: string;
  readonly stateAt: number;
  /** Time of the last change of its title, model, last prompt, context or branch. */
  readonly faceAt: number;
  readonly tokens: number;
  readonly usd: number;
}

export interface Progress {
  readonly sessions: number;
  readonly tokensToday: number;
  /** Tokens of all sessions on the board. */
  readonly tokens: number;
  /** 1 after the hub has read all transcripts, otherwise 0. */
  readonly isRead: number;
}

export interface HostReport extends Progress {
  readonly usdToday: number;
  /** Time of the last change of today's tokens, in ms after the start. */
  readonly todayAt: number;
  readonly seen: readonly SeenSession[];
  /** Stalls of the main thread; meaningful only with the option `stalls`. */
  readonly stall: Stall;
}

export type FromHost =
  | { readonly type: 'ready' }
  | ({ readonly type: 'listening' } & ReachableHub)
  /** Sent when all transcripts are counted; `tokens` is the total. */
  | { readonly type: 'scanned'; readonly tokens: number }
  | { readonly type: 'progress'; readonly at: number; readonly progress: Progress }
  | { readonly type: 'report'; readonly report: HostReport }
  | { readonly type: 'failed'; readonly message: string };
