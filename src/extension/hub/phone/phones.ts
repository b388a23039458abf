import { hostname } from 'node:os';
import { fromBase64Url, toBase64Url } from '../../../shared/channel/bytes';
import type { KeyPair } from '../../../shared/channel/keys';
import { compareKeys } from '../../util/keys/compareKeys';
import type { PhoneDevice, PhoneScope, PhonesNews } from '../../../shared/protocol/phones';
import type { CallRequest } from '../../../shared/protocol/calls';
import type { WindowMessage } from '../../../shared/protocol/windows';
import type { AttendedCards } from '../../page/attendedCards';
import type { MutedSessions } from '../../page/pageParts';
import { WindowStreams } from '../../util/windowStreams';
import { ClosableStore } from '../../util/closableStore';
import { Emitter } from '../../util/emitter';
import type { Log } from '../../util/log';
import { savedResult, NotSavedError, type SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { ControlOffers } from '../control/controlOffers';
import type { CallRouter, Handlers } from '../serve/callRouter';
import type { WindowListener } from '../serve/liveStream';
import { Refusal, refusals } from '../serve/refusal';
import type { VouchedPhones } from '../signed/vouchedPhones';
import type { Losses } from '../store/losses';
import { ConnectedPhones } from './connectedPhones';
import type { Carriers } from './carriers/carriers';
import { PageChallenge } from './carriers/pageChallenge';
import type { Device, Devices } from './devices';
import { NoPageError, PageFiles } from './pageFiles';
import { Pairings } from './pairings';
import type { PhoneBoard } from './phoneBoard';
import { hubHash, phoneKeysFile, loadPhoneKeys } from './phoneKeys';
import type { PhoneOffers } from './phoneOffers';
import { PhoneServer } from './phoneServer';
import { Pushes, type PushSources } from './push/pushes';
import { Reception } from './reception';
import type { SealedSocket } from './sealedSocket';
import { Tickets } from './tickets';

/** Ports of the listener, fixed for configured carriers; the first free one is used. */
const phonePorts = Array.from({ length: 10 }, (_, at) => 47_911 + at);

export interface PhonesParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly losses: Pick<Losses, 'errorHandler'>;
  readonly configHome: string;
  /** Folder of the page's files. */
  readonly pageFolder: string;
  /** Name of this start of the hub. */
  readonly hub: string;
  /** Returns the id of this computer; undefined until it is known. */
  readonly machineId?: () => string | undefined;
  readonly vouched: VouchedPhones;
  readonly offers: ControlOffers;
  readonly phoneOffers: PhoneOffers;
  readonly board: PhoneBoard;
  readonly muted: MutedSessions;
  readonly cards: AttendedCards;
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

type PhoneVerdict = Omit<CallRequest<'judgePhone'>, 'window'>;

/** The open listener and the objects that belong to it. */
interface OpenListener {
  readonly server: PhoneServer;
  readonly keys: KeyPair;
  readonly pairings: Pairings;
  readonly carriers: Carriers;
  readonly closing: ClosableStore;
}

/** Serves phones on a separate listener, which is open only if a person wants to use phones. */
export class Phones implements WindowListener {
  private readonly devices: Devices;
  private readonly phoneOffers: PhoneOffers;
  private readonly pushes: Pushes;
  private readonly windows = new WindowStreams();
  private readonly connected: ConnectedPhones;
  private readonly changes = new Emitter<void>();
  private readonly published = new Emitter<PhonesNews>();
  /** Fires with the news that windows receive, for subscribers that are not windows. */
  readonly onDidPublish = this.published.event;
  private readonly machine = hostname();
  private opening: Promise<OpenListener> | undefined;
  private open: OpenListener | undefined;
  /** Reason why the listener is not open: the page is missing, or all ports are in use. */
  private fault: 'page' | 'ports' | undefined;
  private publishTimer: NodeJS.Immediate | undefined;
  private isClosed = false;
  readonly calls: Handlers<PhoneCall>;

  constructor(private readonly parts: PhonesParts) {
    this.phoneOffers = parts.phoneOffers;
    this.devices = parts.phoneOffers.devices;
    const { folder, pageFolder, log, losses, push } = parts;
    this.pushes = new Pushes({
      ...push,
      folder,
      pageFolder,
      log,
      losses,
      devices: this.devices,
      page: () => this.page,
      sessionsOf: (id) => this.connected.sessionsOf(id),
      onChange: () => this.publishNews(),
    });
    this.connected = new ConnectedPhones({
      ...parts,
      machine: this.machine,
      devices: this.devices,
      phoneOffers: this.phoneOffers,
      pushes: this.pushes,
      onDidChangeRights: this.changes.event,
      onChange: () => this.publishNews(),
    });
    this.devices.onDidChange(() => this.onDevicesChange());
    parts.vouched.onDidChange(() => this.onDevicesChange());
    parts.offers.onDidChange(() => this.phoneOffers.update());
    this.calls = this.handlers();
  }

  /** Opens the listener if phones are paired. */
  async load(): Promise<void> {
    await Promise.all([this.devices.load(), this.pushes.load()]);
    if (this.devices.list.length > 0) this.onDevicesChange();
    if (this.devices.list.length === 0) return;
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

  /** Resolves when the listener is closed and all data is on the disk. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearImmediate(this.publishTimer);
    await this.closeListener();
    this.changes.dispose();
    this.published.dispose();
    await Promise.all([this.devices.flush(), this.pushes.close()]);
  }

  get news(): PhonesNews {
    const { open, fault } = this;
    const carrier = open?.carriers.state;
    const pairing = open?.pairings.pairingState(this.page);
    return {
      ...(open !== undefined && { port: open.server.port }),
      ...(fault !== undefined && { fault }),
      ...(carrier !== undefined && { carrier }),
      ...(pairing !== undefined && { pairing }),
      devices: this.devices.list.map((device) => this.cardOf(device)),
      ...this.parts.vouched.news,
      ...this.pushes.news,
    };
  }

  get isWatching(): boolean {
    return this.devices.list.some(({ id }) => this.connected.sessionsOf(id).length > 0);
  }

  /** Address of the page; undefined unless the carrier is open. */
  private get page(): string | undefined {
    const carrier = this.open?.carriers.state;
    return carrier?.status === 'open' ? carrier.url : undefined;
  }

  private handlers(): Handlers<PhoneCall> {
    return {
      listenForPhones: async () => {
        const open = await this.listenOrRefuse();
        return open instanceof Refusal ? open : { port: open.server.port };
      },
      connectPhone: async (choice) => {
        const open = await this.listenOrRefuse();
        if (open instanceof Refusal) return open;
        const chosen = await open.carriers.choose(choice, open.server.port);
        open.pairings.start();
        return chosen;
      },
      endPairing: async () => {
        this.open?.pairings.end();
        if (this.devices.list.length === 0) await this.closeListener();
      },
      judgePhone: (decision) => this.applyVerdict(decision),
      removePhone: ({ device }) => this.remove(device),
      ...this.pushes.calls,
    };
  }

  /** Removes a phone. Rejects with `NotSavedError`. */
  private async remove(device: string): Promise<SavedResult> {
    this.parts.vouched.remove(device);
    const removal = this.devices.remove(device);
    this.pushes.forget(device);
    for (const session of this.connected.sessionsOf(device)) session.dispose();
    const [removed] = await Promise.all([
      removal,
      this.devices.list.length === 0 ? this.closeListener() : undefined,
    ]);
    return removed;
  }

  /** Applies a decision that the caller has authenticated. Rejects with `NotSavedError`. */
  async applyVerdict(decision: PhoneVerdict): Promise<Refusal | SavedResult> {
    const { device, signingKey, verdict } = decision;
    const paired = this.pairedPhone(decision);
    if (paired !== undefined && verdict !== 'refuse') return this.confirm(paired, verdict);
    const isDone = await this.open?.pairings.applyVerdict({ device, signingKey }, verdict);
    return isDone === true ? savedResult : refusals.phoneGone;
  }

  /** Returns the phone if it is already paired with the same keys. */
  private pairedPhone({ device: id, signingKey, agreementKey, verdict }: PhoneVerdict) {
    const device = this.devices.get(id);
    if (device === undefined || verdict === 'refuse') return undefined;
    const given = { signingKey, agreementKey: agreementKey ?? device.agreementKey };
    if (compareKeys(given, device) === 'changed') this.parts.vouched.markChanged(id);
    return this.hasChangedKeys(device) ? undefined : device;
  }

  /** Confirms a paired phone again, with a scope. */
  private async confirm(device: Device, scope: PhoneScope): Promise<SavedResult> {
    const done = this.devices.setScope(device.id, scope);
    // A right is revoked before the change is on the disk, and granted afterwards.
    if (scope === 'watch') this.accept(device, scope);
    await done;
    if (scope === 'answer' && this.devices.get(device.id)?.scope === scope) {
      this.accept(device, scope);
    }
    return savedResult;
  }

  private accept(device: Device, scope: PhoneScope): void {
    this.parts.vouched.accept({ ...device, scope });
    for (const session of this.connected.sessionsOf(device.id)) session.welcome();
  }

  private hasChangedKeys(device: Device): boolean {
    return this.parts.vouched.keyStatus(device) === 'changed';
  }

  /** Opens the listener. Rejects with `NotSavedError` if the keys cannot be created. */
  private listenOrRefuse(): Promise<OpenListener | Refusal> {
    return this.listen().catch((error: unknown) => {
      if (error instanceof NotSavedError) throw error;
      return this.fault === 'page' ? refusals.phonePage : refusals.phonePorts;
    });
  }

  private listen(): Promise<OpenListener> {
    this.opening ??= this.openListener().catch((error: unknown) => {
      this.opening = undefined;
      if (!(error instanceof NotSavedError)) {
        this.fault = error instanceof NoPageError ? 'page' : 'ports';
      }
      this.publishNews();
      throw error;
    });
    return this.opening;
  }

  private async openListener(): Promise<OpenListener> {
    const { folder, log, losses, pageFolder, ports = phonePorts } = this.parts;
    const closing = new ClosableStore();
    const [keys, files] = await Promise.all([
      loadPhoneKeys(folder, losses.errorHandler(phoneKeysFile)),
      PageFiles.readFrom(pageFolder),
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
        if (device === undefined || this.hasChangedKeys(device)) return undefined;
        return fromBase64Url(device.agreementKey);
      },
      secretOf: (ticket) => tickets.secretOf(ticket),
      onKnown: (id, socket) => this.connected.serve(id, socket),
      onPairing: (phone) => pairings.acceptConnection(phone),
      log,
    });
    const server = await PhoneServer.listenOnFirstFreePort(ports, {
      files,
      about: (url) => JSON.stringify({ ...about, answer: challenge.answerTo(url) }),
      hosts: () => carriers.hosts,
      onSocket: (socket, admit) => reception.accept(socket, admit),
      onReceipt: (body) => this.pushes.receive(body),
      log,
    });
    closing.defer(() => server.close());
    closing.add(pairings);
    closing.defer(() => carriers.close());
    carriers.onDidChange(() => this.publishNews());
    pairings.onDidChange(() => this.publishNews());
    this.fault = undefined;
    this.open = { server, keys, pairings, carriers, closing };
    log.info(`Phones can connect at http://127.0.0.1:${server.port}`);
    this.publishNews();
    return this.open;
  }

  /** Closes the listener and all its connections. */
  private async closeListener(): Promise<void> {
    const open = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    this.open = undefined;
    this.connected.disconnectAll();
    await open?.closing.close();
    this.publishNews();
  }

  private async pair(device: Device, socket: SealedSocket): Promise<void> {
    const isAdded = await this.devices.add(device).catch((error: unknown) => {
      socket.close('leaving');
      throw error;
    });
    if (!isAdded) return socket.close('crowded');
    this.parts.vouched.accept(device);
    this.connected.serve(device.id, socket);
  }

  private cardOf(device: Device): PhoneDevice {
    const { id, name, scope, signingKey, agreementKey, pairedAt, lastUse } = device;
    const code = this.connected.matchingCodeOf(id);
    return {
      id,
      name,
      scope,
      signingKey,
      agreementKey,
      pairedAt,
      lastUse,
      isConnected: this.connected.sessionsOf(id).length > 0,
      isConfirmed: scope === 'watch' || this.phoneOffers.mayAnswer(device),
      ...(this.hasChangedKeys(device) && { isKeyChanged: true }),
      ...(code !== undefined && { code }),
      ...this.pushes.stateOf(device),
    };
  }

  private onDevicesChange(): void {
    // An older copy of the list, or an editor that was closed meanwhile, may restore removed
    // phones.
    const returned = this.devices.list.find(({ id }) => this.parts.vouched.isRemoved(id));
    if (returned !== undefined) {
      void this.remove(returned.id).catch((error: unknown) => this.parts.log.warn(String(error)));
      return;
    }
    this.phoneOffers.update();
    for (const device of this.devices.list) {
      if (!this.hasChangedKeys(device)) continue;
      for (const session of this.connected.sessionsOf(device.id)) session.dispose();
    }
    this.changes.fire();
    this.publishNews();
  }

  /** Sends the news once for all changes in the same event loop turn. */
  private publishNews(): void {
    if (this.isClosed) return;
    this.publishTimer ??= setImmediate(() => {
      this.publishTimer = undefined;
      const data = this.news;
      for (const window of this.windows.keys()) this.parts.send(window, { type: 'phones', data });
      this.published.fire(data);
    });
  }
}
