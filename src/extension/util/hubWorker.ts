import type { ReachableHub } from './reachableHub';

/** The data with which a window starts its hub's worker. */
export interface HubWorkerData {
  readonly kind: 'missionControlHub';
  readonly configHome: string;
  readonly port: number;
}

export type FromHubWorker =
  | { readonly type: 'listening'; readonly hub: ReachableHub }
  /** Another hub took the port first. */
  | { readonly type: 'occupied' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'log'; readonly lines: readonly HubLogLine[] };

export interface HubLogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

export type ToHubWorker =
  | { readonly type: 'close' }
  /** Public keys whose signatures count from now on, too: they reach the hub in memory alone. */
  | { readonly type: 'keys'; readonly publicKeys: readonly string[] };
