import type { Collision } from '../../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { Event } from '../../../util/emitter';
import type { NotificationKind, DueNotification } from '../../attention/notificationSchedule';
import { atCardMs, type PhoneCallParts } from './phoneCallParts';

/**
 * A warning that a command of another session removed uncommitted work of this session, or moved it
 * to another branch. The card of the session shows it as a collision.
 */
export interface Warning {
  readonly sessionId: string;
  readonly collision: string;
}

/** Source of warnings about lost or moved work. */
export interface WarningSource {
  /** Fires once for each warning, after a delay that shows that the loss is not temporary. */
  readonly onDidFind: Event<Warning>;
  /** Resolves with false if the warning was dismissed or the work was restored. */
  stands(collision: string): Promise<boolean>;
}

/** A session and one of the collisions on its card. */
export interface SessionCollision {
  readonly session: LiveSession;
  readonly collision: Collision;
}

/** The losses that one notification warns about. */
export interface WarningCall {
  /**
   * Tag of the notification; the notification that ends the warning has the same tag and thereby
   * replaces it.
   */
  readonly tag: string;
  readonly all: readonly [SessionCollision, ...SessionCollision[]];
}

export interface PhoneWarningsParts extends PhoneCallParts {
  readonly stands: WarningSource['stands'];
  readonly call: (call: WarningCall) => void;
  /** Called when no card shows any of these losses any more. */
  readonly onOver: (call: WarningCall) => void;
  readonly onError: (error: unknown) => void;
}

interface WaitingWarning extends Warning {
  readonly foundAt: number;
  /** True if a pointer was at the card when the loss was found. */
  readonly wasAtCard: boolean;
}

/**
 * Decides when phones are warned about lost or moved work: once, unless a person came to the card
 * at a desk or left it meanwhile, which shows that they have seen it.
 */
export class PhoneWarnings implements NotificationKind<WaitingWarning> {
  /** Waiting warnings, by collision id. */
  private readonly found = new Map<string, WaitingWarning>();
  private readonly open = new Set<WarningCall>();
  private groups = 0;

  constructor(private readonly parts: PhoneWarningsParts) {}

  readonly addWarning = (warning: Warning): void => {
    const { session: get, isMuted, isPersonAtCard, calls } = this.parts;
    const session = get(warning.sessionId);
    if (session === undefined || isMuted(session)) return;
    const wasAtCard = isPersonAtCard(warning.sessionId);
    this.found.set(warning.collision, { ...warning, foundAt: calls.now, wasAtCard });
    calls.check(this);
  };

  /** Yields the warnings that nobody has seen; the others are dropped. */
  *waiting(): Generator<DueNotification<WaitingWarning>, void> {
    this.endObsoleteCalls();
    for (const one of this.found.values()) {
      if (this.isSeen(one) || this.collisionOf(one) === undefined) this.found.delete(one.collision);
      else yield { item: one, at: this.dueAt(one), joins: true };
    }
  }

  private dueAt({ foundAt, wasAtCard }: WaitingWarning): number {
    const delayMs = this.parts.delayMs();
    return foundAt + (wasAtCard ? Math.max(atCardMs, delayMs) : delayMs);
  }

  private isSeen({ sessionId, wasAtCard }: WaitingWarning): boolean {
    return this.parts.isPersonAtCard(sessionId) !== wasAtCard;
  }

  /**
   * Returns the session and collision of a warning; undefined if the card no longer shows it,
   * because it was dismissed or its files changed again.
   */
  private collisionOf({ sessionId, collision: id }: Warning): SessionCollision | undefined {
    const session = this.parts.session(sessionId);
    const collision = session?.collisions?.found.find((one) => one.id === id);
    return session && collision && { session, collision };
  }

  call(due: readonly WaitingWarning[], now: number): void {
    for (const { collision } of due) this.found.delete(collision);
    if (!this.parts.canCallPhone()) return;
    this.callStanding(due, now).catch(this.parts.onError);
  }

  private async callStanding(due: readonly WaitingWarning[], now: number): Promise<void> {
    const { stands, isMuted, calls } = this.parts;
    const standing = await Promise.all(due.map(({ collision }) => stands(collision)));
    if (!calls.has(this)) return;
    const [first, ...others] = due.flatMap((one, index) => {
      const sessionCollision = standing[index] === true ? this.collisionOf(one) : undefined;
      return sessionCollision === undefined || isMuted(sessionCollision.session)
        ? []
        : sessionCollision;
    });
    if (first === undefined) return;
    this.parts.rate.note(now);
    const name = others.length === 0 ? first.collision.id : `${now}/${(this.groups += 1)}`;
    const call: WarningCall = { tag: `taken/${name}`, all: [first, ...others] };
    this.open.add(call);
    this.parts.call(call);
  }

  private endObsoleteCalls(): void {
    for (const call of this.open) {
      const isShown = call.all.some(({ session: { sessionId }, collision }) =>
        this.collisionOf({ sessionId, collision: collision.id }),
      );
      if (isShown) continue;
      this.open.delete(call);
      this.parts.onOver(call);
    }
  }
}
