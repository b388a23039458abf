/** How a host process is told what to be. */
export interface HostOptions {
  /** `window`: as the extension, hub and board; `hub`: the hub alone, nobody looks at it. */
  readonly mode: 'window' | 'hub';
  /** Notes since when each session looks as it does; costs the main thread time. */
  readonly watch: boolean;
  readonly configHome: string;
  readonly hubScript: string;
  readonly port: number;
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
  readonly tokens: number;
}

export interface HostReport extends Progress {
  readonly usdToday: number;
  /** When today's sum changed last, ms after the start. */
  readonly todayAt: number;
  readonly seen: readonly SeenSession[];
  /** Waits of the main thread beyond the timer's own step, ms. */
  readonly stall: { readonly p99: number; readonly worst: number };
}

export type FromHost =
  | { readonly type: 'ready' }
  | { readonly type: 'listening'; readonly url: string; readonly token: string }
  | { readonly type: 'progress'; readonly at: number; readonly progress: Progress }
  | { readonly type: 'report'; readonly report: HostReport }
  | { readonly type: 'failed'; readonly message: string };
