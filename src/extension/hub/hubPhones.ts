import * as path from 'node:path';
import type { WindowMessage } from '../../shared/protocol/windows';
import type { Log } from '../util/log';
import type { PrivateFolder } from '../util/files/privateFolder';
import type { Control } from './control/control';
import type { FirstBoard } from './board/firstBoard';
import type { Attendance } from './attention/attendance';
import type { Feature } from './board/feature';
import type { OwnMachine } from './machines/ownMachine';
import type { PhoneOffers } from './phone/phoneOffers';
import type { JoinedBoard } from './machines/joined/joinedBoard';
import { HubCarriers } from './phone/carriers/hubCarriers';
import { carrierFile } from './phone/carriers/keptWay';
import type { CarrierHost } from './phone/carriers/way';
import { PhoneBoard } from './phone/phoneBoard';
import { Phones, type PhonesParts } from './phone/phones';
import type { PushSources } from './phone/push/pushes';
import type { CallRouter } from './serve/callRouter';
import type { VouchedPhones } from './signed/vouchedPhones';
import type { Losses } from './store/losses';

/** Page, ports, network and push services that a hub for tests has in place of the real ones. */
export type PhoneOptions = Partial<
  Pick<PhonesParts, 'pageFolder' | 'ports'> & { readonly reach: Partial<CarrierHost> }
> &
  Pick<PushSources, 'isPushService'>;

export interface HubPhonesParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly losses: Losses;
  readonly configHome: string;
  /** The folder with the hub's bundle, and the page's beneath it. */
  readonly scripts: string;
  /** Name of this start of the hub. */
  readonly hub: string;
  readonly machine: Pick<OwnMachine, 'id'>;
  readonly vouched: VouchedPhones;
  readonly phoneOffers: PhoneOffers;
  readonly board: JoinedBoard;
  readonly first: FirstBoard;
  readonly attendance: Attendance;
  readonly control: Control;
  readonly warnings: PushSources['warnings'];
  readonly options: PhoneOptions;
  readonly router: CallRouter;
  readonly send: (window: string, message: WindowMessage) => void;
}

/** Makes the part of a hub that serves phones. */
export function openPhones(parts: HubPhonesParts) {
  const { folder, log, losses, configHome, scripts, hub, board, first, attendance, control } =
    parts;
  const { vouched, phoneOffers, router, machine } = parts;
  const snapshot = () => first.snapshot();
  const { reach, isPushService, ...options } = parts.options;
  const phones = new Phones({
    folder,
    log,
    configHome,
    losses,
    pageFolder: path.join(scripts, 'phone'),
    hub,
    machineId: () => machine.id,
    vouched,
    offers: control.offers,
    phoneOffers,
    board: new PhoneBoard({ onDidChange: board.onDidChange, snapshot }),
    muted: attendance.muted,
    cards: attendance.phoneCards,
    router: () => router,
    carriers: (challenge) =>
      new HubCarriers({
        folder,
        log,
        onLoss: losses.of(carrierFile),
        challenge,
        reach: { scripts, env: process.env, ...reach },
      }),
    send: parts.send,
    push: {
      board,
      inHand: () => attendance.windows.inHand,
      onDidChangePresence: attendance.onDidChangePresence,
      onDidAnswer: control.onDidAnswer,
      muted: attendance.muted,
      warnings: parts.warnings,
      ...(isPushService !== undefined && { isPushService }),
    },
    ...options,
  });
  return {
    phones,
    calls: phones.calls,
    subscribers: [phones],
    start: () => phones.load(),
    leave: () => phones.close(),
  } satisfies Feature & { readonly phones: Phones };
}
