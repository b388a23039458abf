import { matchingCode } from '../../../shared/phone/matchingCode';
import type { Event } from '../../util/emitter';
import { NotSavedError } from '../../util/files/savedResult';
import type { ControlOffers } from '../control/controlOffers';
import type { CallRouter } from '../serve/callRouter';
import { notSavedRefusal, refusals } from '../serve/refusal';
import type { VouchedPhones } from '../signed/vouchedPhones';
import type { Devices } from './devices';
import type { PhoneBoard } from './phoneBoard';
import { phoneControl } from './phoneControl';
import type { PhoneOffers } from './phoneOffers';
import { PhoneSession, type PhoneSources } from './phoneSession';
import type { Pushes } from './push/pushes';
import type { SealedSocket } from './sealedSocket';

/**
 * Maximum number of connections of one phone, whose page may be open in several tabs. Beyond it,
 * the oldest is closed.
 */
const maxConnectionsPerPhone = 6;

export interface ConnectedPhonesParts extends Omit<PhoneSources, 'router' | 'pushKey'> {
  readonly devices: Devices;
  readonly phoneOffers: PhoneOffers;
  readonly offers: ControlOffers;
  readonly board: PhoneBoard;
  readonly router: () => CallRouter;
  readonly pushes: Pushes;
  readonly vouched: Pick<VouchedPhones, 'markChanged'>;
  /** Fires when the rights of a phone changed. */
  readonly onDidChangeRights: Event<void>;
  /** Called when a phone connects or disconnects. */
  readonly onChange: () => void;
}

/**
 * Serves the connections of paired phones. A connection is counted once its phone has sent a
 * message on it.
 */
export class ConnectedPhones {
  private readonly sessions = new Map<string, Set<PhoneSession>>();
  /**
   * Matching codes of the connections on which a phone sent the signing key that is stored for it.
   */
  private readonly matchingCodes = new Map<PhoneSession, string>();

  constructor(private readonly parts: ConnectedPhonesParts) {}

  sessionsOf(device: string): readonly PhoneSession[] {
    return [...(this.sessions.get(device) ?? [])];
  }

  /** Returns the code that the phone displays on its newest connection, for people to compare. */
  matchingCodeOf(device: string): string | undefined {
    return this.sessionsOf(device)
      .flatMap((session) => this.matchingCodes.get(session) ?? [])
      .at(-1);
  }

  /** Ends the connections of all phones. */
  disconnectAll(): void {
    for (const sessions of this.sessions.values()) for (const one of sessions) one.dispose();
  }

  serve(id: string, socket: SealedSocket): void {
    const { devices, phoneOffers, offers, pushes, router, board, onDidChangeRights, onChange } =
      this.parts;
    const boardUse = board.use();
    const session: PhoneSession = new PhoneSession({
      ...this.parts,
      ...(pushes.key !== undefined && { pushKey: pushes.key }),
      router: router(),
      socket,
      board: boardUse.board,
      device: () => {
        const device = devices.get(id);
        if (device === undefined) return undefined;
        const { name, scope, subscription } = device;
        const isConfirmed = scope === 'watch' || phoneOffers.mayAnswer(device);
        return { id, name, scope, isSubscribed: subscription !== undefined, isConfirmed };
      },
      control: phoneControl(id, { devices, phoneOffers, offers, onDidChange: onDidChangeRights }),
      onUse: () => this.recordUse(id, session),
      onIntroduce: (signingKey) => {
        const isListed = signingKey === devices.get(id)?.signingKey;
        if (!isListed) return this.parts.vouched.markChanged(id);
        this.matchingCodes.set(session, matchingCode(socket.fingerprint));
        onChange();
      },
      onSubscribe: (subscription) => {
        pushes.subscribe(id, subscription).catch((error: unknown) => {
          const refusal =
            error instanceof NotSavedError ? notSavedRefusal(error) : refusals.internal;
          session.send({ type: 'push', problem: refusal.message });
        });
      },
      onTestPush: () => pushes.testFrom(id),
    });
    void socket.closed.then(() => {
      session.dispose();
      boardUse.dispose();
      this.sessions.get(id)?.delete(session);
      this.matchingCodes.delete(session);
      onChange();
    });
  }

  private recordUse(id: string, session: PhoneSession): void {
    const all = this.sessions.get(id) ?? new Set();
    const isNew = !all.has(session);
    this.sessions.set(id, all.add(session));
    const [oldest] = all;
    if (all.size > maxConnectionsPerPhone) oldest?.dispose();
    this.parts.devices.recordUse(id);
    if (isNew) this.parts.onChange();
  }
}
