import type { LifeNews } from '../../shared/protocol/life';
import { compareVersions } from '../../shared/text/compareVersions';
import type { Disposable } from '../util/lifetime';
import type { BoardReplica } from './boardReplica';
import type { HostedHub } from './hostedHub';
import type { PairedPhones } from './pairedPhones';
import type { WindowKeys } from './windowKeys';

/** Interval, in ms, at which a pending replacement checks whether the hub may end now. */
const checkIntervalMs = 1_000;
/** Maximum number of hubs that one window ends, in case the next hub has the same problem. */
const maxMoves = 5;

export interface HubMoveParts {
  readonly board: BoardReplica;
  readonly phones: PairedPhones;
  readonly keys: WindowKeys;
  /** Version of this window's extension. */
  readonly release: string | undefined;
  /** The hub that this window has started. */
  readonly hosted: () => HostedHub | undefined;
  /** True if this window can start a hub process that outlives it. */
  readonly canOutlive: () => boolean;
  /** Ends the hub; the next one starts with the right options. */
  readonly move: (reason: string) => Promise<void>;
}

/**
 * Ends a hub so that a better one replaces it: a hub in this window's thread once phones are
 * paired; a hub process of an older version, or one that trusts none of its windows while no phone
 * is connected. A move waits while a phone is being paired, because the pairing would be lost, and
 * while a request on this machine is answerable. Other requests are passed to the next hub, where
 * they may become answerable.
 */
export class HubMove implements Disposable {
  private latestLife: LifeNews | undefined;
  private timer: NodeJS.Timeout | undefined;
  private moveCount = 0;

  constructor(private readonly parts: HubMoveParts) {}

  /** The process id of the followed hub, if it outlives its windows. */
  get outlivingPid(): number | undefined {
    return this.latestLife?.outlives === true ? this.latestLife.pid : undefined;
  }

  receive(life: LifeNews): void {
    this.latestLife = life;
    this.checkMove();
  }

  /** Called when the hub is gone. */
  onHubGone(): void {
    this.latestLife = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Called after a change that may require the hub to be replaced. */
  checkMove(): void {
    if (this.timer !== undefined || this.moveReason() === undefined || this.moveCount >= maxMoves)
      return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const reason = this.moveReason();
      if (reason === undefined) return;
      if (!this.canMoveNow()) return this.checkMove();
      this.moveCount += 1;
      void this.parts.move(reason);
    }, checkIntervalMs);
    this.timer.unref();
  }

  dispose(): void {
    this.onHubGone();
  }

  private moveReason(): string | undefined {
    const { phones, keys, hosted, canOutlive, release } = this.parts;
    const { latestLife } = this;
    if (latestLife === undefined) return undefined;
    if (!latestLife.outlives) {
      const isOurs = hosted()?.outlives === false;
      return isOurs && phones.hasPhones && canOutlive()
        ? 'The hub moves into a process of its own, as phones are connected'
        : undefined;
    }
    // A hub that does not trust this editor serves others: it is kept as long as they need it.
    if (keys.isUntrusted && (latestLife.windows > 1 || phones.hasConnectedPhone)) return undefined;
    if (isOlder(latestLife.release, release))
      return `A hub of version ${latestLife.release} is replaced`;
    return keys.isUntrusted
      ? 'A hub that knows none of the editors which are open is replaced'
      : undefined;
  }

  private canMoveNow(): boolean {
    const { board, phones } = this.parts;
    const isAnswerable = board.sessions.some(
      ({ machine, pendingRequest }) =>
        machine === undefined && pendingRequest?.call?.answerable === true,
    );
    return !isAnswerable && !phones.isPairing;
  }
}

/** Compares versions such as `0.10.2`; an unknown version is never older. */
export function isOlder(version: string | undefined, otherVersion: string | undefined): boolean {
  return (
    version !== undefined &&
    otherVersion !== undefined &&
    compareVersions(version, otherVersion) < 0
  );
}
