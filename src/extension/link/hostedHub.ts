import type { ControlWish } from '../../shared/protocol/control';
import type { MachinesWish } from '../../shared/protocol/machines/setting';
import type { BelievedByEditor } from '../util/editorKeys';
import type { ReachableHub } from '../util/hub/reachableHub';

export type HubStart =
  | ({ readonly kind: 'listening' } & ReachableHub)
  | { readonly kind: 'occupied' }
  | { readonly kind: 'failed'; readonly message: string };

/** What a window starts a hub with. */
export interface HubWanted {
  readonly configHome: string;
  readonly port: number;
  /** Version of the extension. */
  readonly release?: string;
  /** What this window offered last. */
  readonly control?: ControlWish;
  /** The machines that it wanted last. */
  readonly machines?: MachinesWish;
  /** Ports of the listener for phones, in place of the usual ones. */
  readonly phonePorts?: number[];
}

/** A hub that this window has started. */
export interface HostedHub {
  /** Whether it is a process of its own, which stays when the window goes. */
  readonly outlives: boolean;
  /** Settles once: when it listens, or when it cannot. */
  readonly started: Promise<HubStart>;
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Their signatures count at this hub from now on, and those of the phones; these take the place of those before. */
  know(believed: BelievedByEditor): void;
  /** Their signatures count no more. */
  drop(publicKeys: readonly string[]): void;
  /** Ends it, by force where it takes long; settles also where that does not end it. */
  close(): Promise<void>;
}

/** Number of starts in a row that failed: a hub that listened was a good one. */
export function failuresAfter({ kind }: HubStart, before: number): number {
  return kind === 'failed' ? before + 1 : 0;
}
