import { hostname } from 'node:os';
import { fromBase64Url, toBase64Url } from '../../../shared/channel/bytes';
import type { AgreementKeys } from '../../../shared/channel/keys';
import { keyStanding } from '../../util/keyStanding';
import type {
  CarrierState,
  ConnectPhone,
  PhoneDevice,
  PhonesNews,
} from '../../../shared/protocol/phones';
import type { CallRequest } from '../../../shared/protocol/calls';
import type { WindowMessage } from '../../../shared/protocol/windows';
import type { CardsInSight } from '../../page/cardsInSight';
import type { MutedSessions } from '../../page/pageParts';
import { Connections } from '../../util/connections';
import { Closing } from '../../util/closing';
import { Emitter, type Event } from '../../util/emitter';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { ControlOffers } from '../control/controlOffers';
import type { CallRouter, Handlers } from '../serve/callRouter';
import type { StreamSubscribers } from '../serve/liveStream';
import { refusals, type Refusal } from '../serve/refusal';
import type { KnownKeys } from '../signed/knownKeys';
import type { VouchedPhones } from '../signed/vouchedPhones';
import { ConnectedPhones } from './connectedPhones';
import { PageChallenge } from './carriers/pageChallenge';
import { Devices, type Device } from './devices';
import { NoPageError, PageFiles } from './pageFiles';
import { Pairings } from './pairings';
import type { PhoneBoard } from './phoneBoard';
import { hubHash, phoneKeysIn } from './phoneKeys';
import { PhoneOffers } from './phoneOffers';
import { PhoneServer } from './phoneServer';
import { Pushes, type PushSources } from './push/pushes';
import { Reception } from './reception';
import type { SealedSocket } from './sealedSocket';
import { Tickets } from './tickets';

/** Port of the listener: fixed, as carriers lead to it; the next ones where another program has it. */
const phonePorts = Array.from({ length: 10 }, (_, at) => 47_911 + at);

/** The way by which phones come to the listener. */
export interface Carriers {
  readonly state: CarrierState | undefined;
  readonly onDidChange: Event<void>;
  /** Hosts, each with its port where it has one, that lead to the listener now. */
  readonly hosts: readonly string[];
  /** Keeps that way open from now on, in place of the one before. */
  choose(way: ConnectPhone, port: number): void;
  /** Opens the way that was chosen last, if there was one. */
  resume(port: number): void;
  /** Settles when nothing of it is left. */
  close(): Promise<void>;
}

export interface PhonesParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly onLoss: (error: unknown) => void;
  readonly configHome: string;
  /** Folder with the page's files. */
  readonly pageFolder: string;
  /** Name of this start of the hub. */
  readonly hub: string;
  /** Id of this computer, once it is known. */
  readonly machineId?: () => string | undefined;
  readonly keys: KnownKeys;
  readonly vouched: VouchedPhones;
  readonly offers: ControlOffers;
  readonly board: PhoneBoard;
  readonly muted: MutedSessions;
  readonly cards: CardsInSight;
  readonly router: () => CallRouter;
  readonly carriers: (challenge: PageChallenge) => Carriers;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly ports?: readonly number[];
  readonly push: PushSources;
}

type PhoneCall =
  | 'listenForPhones'
  | 'connectPhone'
  | 'endPairing'
  | 'judgePhone'
  | 'removePhone'
  | 'testPush'
  | 'setPhoneSettings';

type Judged = Omit<CallRequest<'judgePhone'>, 'window'>;

/** The listener while it is open, with what it serves. */
interface Open {
  readonly server: PhoneServer;
  readonly keys: AgreementKeys;
  readonly pairings: Pairings;
  readonly carriers: Carriers;
  readonly closing: Closing;
}

/** Serves phones: none unless a person wants it, and then by a listener of their own. */
export class Phones implements StreamSubscribers {
  private readonly devices: Devices;
  private readonly phoneOffers: PhoneOffers;
  private readonly pushes: Pushes;
  private readonly windows = new Connections();
  private readonly connected: ConnectedPhones;
  private readonly changes = new Emitter<void>();
  private readonly tellings = new Emitter<PhonesNews>();
  /** Runs with all that windows are told, for a desk that is no window. */
  readonly onDidTell = this.tellings.event;
  private readonly machine = hostname();
  private opening: Promise<Open> | undefined;
  private open: Open | undefined;
  private fault: string | undefined;
  private telling: NodeJS.Immediate | undefined;
  private isClosed = false;
  readonly calls: Handlers<PhoneCall>;

  constructor(private readonly parts: PhonesParts) {
    this.devices = new Devices(parts.folder, parts.onLoss);
    this.phoneOffers = new PhoneOffers(this.devices, parts.offers, parts.keys, parts.vouched);
    const { folder, pageFolder, log, push } = parts;
    this.pushes = new Pushes({
      ...push,
      folder,
      pageFolder,
      log,
      devices: this.devices,
      page: () => this.page,
      sessionsOf: (id) => this.connected.of(id),
      onChange: () => this.tell(),
    });
    this.connected = new ConnectedPhones({
      ...parts,
      machine: this.machine,
      devices: this.devices,
      phoneOffers: this.phoneOffers,
      pushes: this.pushes,
      onDidChangeRights: this.changes.event,
      onChange: () => this.tell(),
    });
    this.devices.onDidChange(() => this.onDevices());
    parts.vouched.onDidChange(() => this.onDevices());
    parts.offers.onDidChange(() => this.phoneOffers.update());
    this.calls = this.handlers();
  }

  /** Opens the listener where phones are paired. */
  async load(): Promise<void> {
    await Promise.all([this.devices.load(), this.pushes.load()]);
    if (this.devices.list.length === 0) return;
    this.onDevices();
    await this.listen().then(
      ({ server, carriers }) => carriers.resume(server.port),
      (error: unknown) => this.parts.log.warn(`No phone can connect: ${String(error)}`),
    );
  }

  connect(window: string): void {
    this.windows.add(window);
    this.parts.send(window, { type: 'phones', data: this.news });
  }

  disconnect(window: string): void {
    this.windows.remove(window);
  }

  /** Settles when nothing listens any more and everything is on the disk. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearImmediate(this.telling);
    await this.stop();
    this.changes.dispose();
    this.tellings.dispose();
    await Promise.all([this.devices.flush(), this.pushes.close()]);
  }

  get news(): PhonesNews {
    const { open, fault } = this;
    const carrier = open?.carriers.state;
    const pairing = open?.pairings.stateAt(this.page);
    return {
      ...(open !== undefined && { port: open.server.port }),
      ...(fault !== undefined && { fault }),
      ...(carrier !== undefined && { carrier }),
      ...(pairing !== undefined && { pairing }),
      devices: this.devices.list.map((device) => this.cardOf(device)),
      ...this.pushes.news,
    };
  }

  /** The phones whose signatures count here. */
  get answering(): readonly Pick<Device, 'id' | 'signingKey'>[] {
    return this.devices.list.filter((device) => this.phoneOffers.mayAnswer(device));
  }

  /** Address of the page, while a way to it is open. */
  private get page(): string | undefined {
    const carrier = this.open?.carriers.state;
    return carrier?.status === 'open' ? carrier.url : undefined;
  }

  private handlers(): Handlers<PhoneCall> {
    return {
      listenForPhones: async () => {
        const open = await this.listen().catch(() => undefined);
        return open === undefined ? this.unopened : { port: open.server.port };
      },
      connectPhone: async (way) => {
        const open = await this.listen().catch(() => undefined);
        if (open === undefined) return this.unopened;
        open.carriers.choose(way, open.server.port);
        return open.pairings.begin();
      },
      endPairing: async () => {
        this.open?.pairings.end();
        if (this.devices.list.length === 0) await this.stop();
      },
      judgePhone: (judged) => this.judge(judged),
      removePhone: async ({ device }) => {
        await this.devices.remove(device);
        this.parts.vouched.forget(device);
        this.pushes.forget(device);
        for (const session of this.connected.of(device)) session.dispose();
        if (this.devices.list.length === 0) await this.stop();
      },
      ...this.pushes.calls,
    };
  }

  /** Carries out what a person said of a phone. Who calls it answers for that person. */
  async judge(judged: Judged): Promise<Refusal | undefined> {
    if (this.confirm(judged)) return undefined;
    const { device, signingKey, verdict } = judged;
    const isDone = await this.open?.pairings.judge({ device, signingKey }, verdict);
    return isDone === true ? undefined : refusals.phoneGone;
  }

  /** Judges a phone that is paired already anew. False where it is not, or is known by other keys. */
  private confirm({ device: id, signingKey, agreementKey, verdict }: Judged): boolean {
    const device = this.devices.get(id);
    if (device === undefined || verdict === 'refuse') return false;
    const { vouched } = this.parts;
    const asked = { signingKey, agreementKey: agreementKey ?? device.agreementKey };
    if (keyStanding(asked, device) === 'changed') vouched.refute(id);
    if (this.isChanged(device)) return false;
    vouched.accept({ ...device, scope: verdict });
    this.devices.setScope(id, verdict);
    for (const session of this.connected.of(id)) session.welcome();
    return true;
  }

  private isChanged(device: Device): boolean {
    return this.parts.vouched.standingOf(device) === 'changed';
  }

  /** Why the listener did not open. */
  private get unopened() {
    return this.fault === 'page' ? refusals.phonePage : refusals.phonePorts;
  }

  private listen(): Promise<Open> {
    this.opening ??= this.begin().catch((error: unknown) => {
      this.opening = undefined;
      this.fault = error instanceof NoPageError ? 'page' : 'ports';
      this.tell();
      throw error;
    });
    return this.opening;
  }

  private async begin(): Promise<Open> {
    const { folder, log, pageFolder, ports = phonePorts } = this.parts;
    const closing = new Closing();
    const [keys, files] = await Promise.all([
      phoneKeysIn(folder),
      PageFiles.of(pageFolder),
      this.pushes.open(),
    ]);
    const hash = hubHash(keys.publicKey);
    const about = { hub: toBase64Url(hash), key: toBase64Url(keys.publicKey) };
    const tickets = new Tickets(hash);
    const challenge = new PageChallenge(about.hub);
    const carriers = this.parts.carriers(challenge);
    const pairings = new Pairings({
      tickets,
      machine: this.machine,
      onPaired: (device, socket) => this.pair(device, socket),
    });
    const reception = new Reception({
      keys,
      keyOf: (id) => {
        const device = this.devices.get(id);
        if (device === undefined || this.isChanged(device)) return undefined;
        return fromBase64Url(device.agreementKey);
      },
      secretOf: (ticket) => tickets.secretOf(ticket),
      onKnown: (id, socket) => this.connected.serve(id, socket),
      onPairing: (met) => pairings.meet(met),
      log,
    });
    const server = await PhoneServer.onFirstOf(ports, {
      files,
      about: (url) => JSON.stringify({ ...about, answer: challenge.answerTo(url) }),
      hosts: () => carriers.hosts,
      onSocket: (socket, admit) => reception.take(socket, admit),
      onReceipt: (body) => this.pushes.receive(body),
      log,
    });
    closing.defer(() => server.close());
    closing.add(pairings);
    closing.defer(() => carriers.close());
    carriers.onDidChange(() => this.tell());
    pairings.onDidChange(() => this.tell());
    this.fault = undefined;
    this.open = { server, keys, pairings, carriers, closing };
    log.info(`Phones can connect at http://127.0.0.1:${server.port}`);
    this.tell();
    return this.open;
  }

  /** Closes the listener, and all that is connected by it. */
  private async stop(): Promise<void> {
    const open = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    this.open = undefined;
    this.connected.hangUp();
    await open?.closing.close();
    this.tell();
  }

  private async pair(device: Device, socket: SealedSocket): Promise<void> {
    const added = this.devices.add(device);
    if (this.devices.get(device.id) !== undefined) this.parts.vouched.accept(device);
    if (await added) this.connected.serve(device.id, socket);
    else socket.close('crowded');
  }

  private cardOf(device: Device): PhoneDevice {
    const { id, name, scope, signingKey, agreementKey, pairedAt, lastUse } = device;
    const code = this.connected.codeOf(id);
    return {
      id,
      name,
      scope,
      signingKey,
      agreementKey,
      pairedAt,
      lastUse,
      isConnected: this.connected.of(id).length > 0,
      isConfirmed: scope === 'watch' || this.phoneOffers.mayAnswer(device),
      ...(this.isChanged(device) && { isKeyChanged: true }),
      ...(code !== undefined && { code }),
      ...this.pushes.stateOf(device),
    };
  }

  private onDevices(): void {
    this.phoneOffers.update();
    for (const device of this.devices.list) {
      if (!this.isChanged(device)) continue;
      for (const session of this.connected.of(device.id)) session.dispose();
    }
    this.changes.fire();
    this.tell();
  }

  /** Once for all that changed at a time. */
  private tell(): void {
    if (this.isClosed) return;
    this.telling ??= setImmediate(() => {
      this.telling = undefined;
      const data = this.news;
      for (const window of this.windows.keys()) this.parts.send(window, { type: 'phones', data });
      this.tellings.fire(data);
    });
  }
}
