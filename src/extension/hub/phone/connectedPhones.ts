import type { Event } from '../../util/emitter';
import type { ControlOffers } from '../control/controlOffers';
import type { CallRouter } from '../serve/callRouter';
import type { Devices } from './devices';
import type { PhoneBoard } from './phoneBoard';
import { phoneControl } from './phoneControl';
import type { PhoneOffers } from './phoneOffers';
import { PhoneSession, type PhoneSources } from './phoneSession';
import type { Pushes } from './push/pushes';
import type { SealedSocket } from './sealedSocket';

/** Connections that a phone has at a time, for its page in several tabs; of more the oldest goes. */
const maxEach = 6;

export interface ConnectedPhonesParts extends Omit<PhoneSources, 'router' | 'pushKey'> {
  readonly devices: Devices;
  readonly phoneOffers: PhoneOffers;
  readonly offers: ControlOffers;
  readonly board: PhoneBoard;
  readonly router: () => CallRouter;
  readonly pushes: Pushes;
  /** Runs when a phone may do more or less than before. */
  readonly onDidChangeRights: Event<void>;
  /** A phone has come or gone. */
  readonly onChange: () => void;
}

/** Serves the connections of paired phones. One counts once its phone has said something. */
export class ConnectedPhones {
  private readonly sessions = new Map<string, Set<PhoneSession>>();

  constructor(private readonly parts: ConnectedPhonesParts) {}

  of(device: string): readonly PhoneSession[] {
    return [...(this.sessions.get(device) ?? [])];
  }

  /** Ends the connections of all phones. */
  hangUp(): void {
    for (const sessions of this.sessions.values()) for (const one of sessions) one.dispose();
  }

  serve(id: string, socket: SealedSocket): void {
    const { devices, phoneOffers, offers, pushes, router, board, onDidChangeRights, onChange } =
      this.parts;
    const used = board.use();
    const session: PhoneSession = new PhoneSession({
      ...this.parts,
      ...(pushes.key !== undefined && { pushKey: pushes.key }),
      router: router(),
      socket,
      board: used.board,
      device: () => {
        const device = devices.get(id);
        if (device === undefined) return undefined;
        const { name, scope, subscription } = device;
        return { id, name, scope, isSubscribed: subscription !== undefined };
      },
      control: phoneControl(id, { devices, phoneOffers, offers, onDidChange: onDidChangeRights }),
      onUse: () => this.use(id, session),
      onSubscribe: (subscription) => pushes.subscribe(id, subscription),
      onTestPush: () => pushes.testFrom(id),
    });
    void socket.closed.then(() => {
      session.dispose();
      used.dispose();
      this.sessions.get(id)?.delete(session);
      onChange();
    });
  }

  private use(id: string, session: PhoneSession): void {
    const all = this.sessions.get(id) ?? new Set();
    const isNew = !all.has(session);
    this.sessions.set(id, all.add(session));
    const [oldest] = all;
    if (all.size > maxEach) oldest?.dispose();
    this.parts.devices.use(id);
    if (isNew) this.parts.onChange();
  }
}
