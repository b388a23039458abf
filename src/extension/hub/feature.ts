import type { CallName } from '../../shared/protocol/calls';
import type { BoardPart } from './domain/card/cardPart';
import type { Handlers } from './serve/callRouter';
import type { StreamSubscribers } from './serve/liveStream';

/**
 * What a feature of the hub takes part in. `prepare` and `load` run for all features at the same time,
 * `start` in the order of the list, `leave` and `close` in the opposite order.
 */
export interface Feature {
  readonly calls?: Partial<Handlers>;
  /** Its fields of cards and of the summary, over those of the features before it. */
  readonly boardPart?: BoardPart;
  /** Learn which windows come and go. */
  readonly subscribers?: readonly StreamSubscribers[];
  /** Reads what was kept, before any window or hook can call. */
  prepare?(): Promise<unknown>;
  /** Reads what was kept, once this is the hub of the config home. */
  load?(): Promise<void>;
  /** Starts what goes on by itself, when all features have loaded. */
  start?(): Promise<void> | void;
  /** Ends what only the hub of the config home may do, while it can still be found. */
  leave?(): Promise<void>;
  /** Settles when nothing goes on and everything is on the disk. */
  close?(): Promise<void> | void;
}

type CallsOf<One> = One extends { readonly calls: infer Calls } ? keyof Calls & CallName : never;

/** The handlers of all features; the type names the calls that they answer. */
export function handlersOf<const Features extends readonly Feature[]>(
  features: Features,
): Handlers<CallsOf<Features[number]>> {
  const all = features.map(({ calls }: Feature) => calls);
  return Object.assign({}, ...all) as Handlers<CallsOf<Features[number]>>;
}
