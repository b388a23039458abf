import type { CallName } from '../../shared/protocol/calls';
import type { BoardPart } from './domain/card/cardPart';
import type { Handlers } from './serve/callRouter';
import type { WindowListener } from './serve/liveStream';

/**
 * A feature of the hub. `prepare` and `load` run for all features in parallel, `start` in the order
 * of the list, `leave` and `close` in reverse order.
 */
export interface Feature {
  readonly calls?: Partial<Handlers>;
  /** The feature's fields of cards and of the summary; they override those of earlier features. */
  readonly boardPart?: BoardPart;
  /** Notified of each window that connects or disconnects. */
  readonly subscribers?: readonly WindowListener[];
  /** Reads stored data before any window or hook can call. */
  prepare?(): Promise<unknown>;
  /** Reads stored data once this is the hub of the config home. */
  load?(): Promise<void>;
  /** Starts background work after all features have loaded. */
  start?(): Promise<void> | void;
  /** Ends work that only the hub of the config home may do, while the hub can still be found. */
  leave?(): Promise<void>;
  /** Resolves when all work has ended and everything is on the disk. */
  close?(): Promise<void> | void;
}

type CallsOf<One> = One extends { readonly calls: infer Calls } ? keyof Calls & CallName : never;

/** Merges the handlers of all features; the type lists the calls that they handle. */
export function handlersOf<const Features extends readonly Feature[]>(
  features: Features,
): Handlers<CallsOf<Features[number]>> {
  const all = features.map(({ calls }: Feature) => calls);
  return Object.assign({}, ...all) as Handlers<CallsOf<Features[number]>>;
}
