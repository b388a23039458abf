import type { LifeNews } from '../../shared/protocol/life';
import { compareVersions } from '../../shared/text/compareVersions';
import type { Disposable } from '../util/lifetime';
import type { BoardReplica } from './boardReplica';
import type { HostedHub } from './hostedHub';
import type { PairedPhones } from './pairedPhones';
import type { WindowKeys } from './windowKeys';

/** A hub that is to move is looked at this often, in ms, until nobody waits for an answer by it. */
const lookMs = 1_000;
/** A move that changes nothing is not tried for ever. */
const maxMoves = 5;

export interface HubMoveParts {
  readonly board: BoardReplica;
  readonly phones: PairedPhones;
  readonly keys: WindowKeys;
  /** Version of this window's extension. */
  readonly release: string | undefined;
  /** The hub that this window has started. */
  readonly hosted: () => HostedHub | undefined;
  /** Whether this window could start a hub that outlives it. */
  readonly canOutlive: () => boolean;
  /** Ends the hub; the next one is started as it should be. */
  readonly move: (reason: string) => Promise<void>;
}

/**
 * Lets a hub end so that a better one takes its place: one in this window's thread once phones are
 * paired, and one that outlives its windows where it is of an older version, or where no window is left
 * that it believes and no phone is connected. It waits while a phone is being paired, which would be
 * lost, or a request can be answered. One that nobody here can answer comes to the next hub, where
 * somebody may.
 */
export class HubMove implements Disposable {
  private life: LifeNews | undefined;
  private timer: NodeJS.Timeout | undefined;
  private moves = 0;

  constructor(private readonly parts: HubMoveParts) {}

  /** The process id of the hub that is followed, where it outlives its windows. */
  get outliving(): number | undefined {
    return this.life?.outlives === true ? this.life.pid : undefined;
  }

  receive(life: LifeNews): void {
    this.life = life;
    this.look();
  }

  /** The hub is gone. */
  lost(): void {
    this.life = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Something has changed by which the hub may have to move. */
  look(): void {
    if (this.timer !== undefined || this.reason() === undefined || this.moves >= maxMoves) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const reason = this.reason();
      if (reason === undefined) return;
      if (!this.isQuiet()) return this.look();
      this.moves += 1;
      void this.parts.move(reason);
    }, lookMs);
    this.timer.unref();
  }

  dispose(): void {
    this.lost();
  }

  private reason(): string | undefined {
    const { phones, keys, hosted, canOutlive, release } = this.parts;
    const { life } = this;
    if (life === undefined) return undefined;
    if (!life.outlives) {
      const isOurs = hosted()?.outlives === false;
      return isOurs && phones.isAny && canOutlive()
        ? 'The hub moves into a process of its own, as phones are connected'
        : undefined;
    }
    // A hub that does not believe this editor serves others: it is followed as long as they need it.
    if (keys.isStranger && (life.windows > 1 || phones.isAnyConnected)) return undefined;
    if (isOlder(life.release, release)) return `A hub of version ${life.release} is replaced`;
    return keys.isStranger
      ? 'A hub that knows none of the editors which are open is replaced'
      : undefined;
  }

  private isQuiet(): boolean {
    const { board, phones } = this.parts;
    const isAnswerable = board.sessions.some(
      ({ machine, pendingRequest }) =>
        machine === undefined && pendingRequest?.call?.answerable === true,
    );
    return !isAnswerable && !phones.isPairing;
  }
}

/** Compares versions such as `0.10.2`; one that is not known is nobody's elder. */
export function isOlder(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && compareVersions(one, other) < 0;
}
