import type { ControlWish } from '../../shared/protocol/control';
import type { MachinesWish } from '../../shared/protocol/machines/setting';
import type { TrustedKeys } from '../util/keys/editorKeys';
import type { ReachableHub } from '../util/hub/reachableHub';

export type HubStart =
  | ({ readonly kind: 'listening' } & ReachableHub)
  | { readonly kind: 'occupied' }
  | { readonly kind: 'failed'; readonly message: string };

/** Options with which a window starts a hub. */
export interface HubStartOptions {
  readonly configHome: string;
  readonly port: number;
  /** Version of the extension. */
  readonly release?: string;
  /** Ids of the agents whose sessions are shown; all if absent. */
  readonly wantedAgents?: string[];
  /** The last control offer of this window. */
  readonly control?: ControlWish;
  /** The last machine settings of this window. */
  readonly machines?: MachinesWish;
  /** Ports of the listener for phones, instead of the default ones. */
  readonly phonePorts?: number[];
}

/** A hub that this window has started. */
export interface HostedHub {
  /** True for a separate process, which keeps running when the window closes. */
  readonly outlives: boolean;
  /** Settles once: when the hub listens, or when its start failed. */
  readonly started: Promise<HubStart>;
  /** Settles when the hub has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Replaces the editor keys and phone keys whose signatures the hub accepts. */
  setTrusted(trusted: TrustedKeys): void;
  /** Revokes keys: the hub rejects their signatures from now on. */
  drop(publicKeys: readonly string[]): void;
  /** Terminates the hub, by force if it takes too long; settles even if that fails. */
  close(): Promise<void>;
}

/** Returns the number of consecutive failed starts; any other outcome of a start resets it. */
export function countFailedStarts({ kind }: HubStart, previousCount: number): number {
  return kind === 'failed' ? previousCount + 1 : 0;
}
