import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { wishOf } from '../../shared/protocol/control';
import type { WindowMessage } from '../../shared/protocol/windows';
import { missionControlFolder } from '../util/files/missionControlFolder';
import type { Disposable } from '../util/lifetime';
import { EditorKeys, secretsInMemory } from '../util/keys/editorKeys';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/files/privateFolder';
import { BoardReplica } from './boardReplica';
import type { ReachableHub } from '../util/hub/reachableHub';
import { findHub } from './findHub';
import { HubClient, type MachineOnBoard } from './hubClient';
import { countFailedStarts, type HostedHub, type HubStartOptions } from './hostedHub';
import { HubMove } from './hubMove';
import { HubProcess } from './hubProcess';
import { HubWorker } from './hubWorker';
import { RepeatedCalls } from './repeatedCalls';
import { hasPairedPhones, PairedPhones } from './pairedPhones';
import { waitForProcessEnd } from '../util/processEnd';
import { endHubWithoutTrust } from './endHubWithoutTrust';
import { StreamClient, type StreamListener } from './streamClient';
import { WindowKeys } from './windowKeys';
import { WindowPhones } from './windowPhones';
import { WindowConnection } from './windowConnection';

/** Delays between connection attempts, in ms: short at first, as another window may start a hub. */
const retryDelaysMs = [50, 100, 250, 500, 1_000, 2_000];
/** Number of failed connection attempts in a row, about 6 s, after which the person is notified. */
const attemptsBeforeNotice = 8;
/** Lifetime of a hub, in ms, after which the next retry starts with the shortest delay again. */
const stableHubMs = 10_000;
/** Interval, in ms, at which a switched-off window checks whether our folder exists again. */
const offCheckMs = 2_000;
/** After this many failed process starts, the window runs its hubs in a thread instead. */
const maxFailedStarts = 3;
/** Time, in ms, that a closing window waits for the start of the hub process that outlives it. */
const detachTimeoutMs = 3_000;
/** Head start, in ms, of a window that ended a hub, before others try to start the next. */
const headStartMs = 500;

export interface HubLinkOptions {
  readonly configHome: string;
  /** Path of the hub's bundle. */
  readonly script: string;
  readonly release?: string;
  readonly wantedAgents?: readonly string[] | undefined;
  readonly log: Log;
  readonly ports?: readonly number[];
  /** Ports of the listener for phones, instead of the default ones. */
  readonly phonePorts?: readonly number[];
  /** Time, in ms, that a hub in a thread of this window has to stop before it is terminated. */
  readonly closeMs?: number;
  /** The signing key of this window; by default, a key that lasts as long as the window. */
  readonly keys?: EditorKeys;
  /** Receives the hub's messages to this window, after this link has handled them. */
  readonly onMessage?: (message: WindowMessage) => void;
  /** Called once when no hub could be reached for seconds, with a sentence to show. */
  readonly onLastingProblem?: (reason: string) => void;
}

/**
 * Keeps this window's board up to date: follows the machine's hub, or hosts it. The extension's
 * folder is created only at the start. If it disappears later, everything was uninstalled, and the
 * window stays switched off until the folder is back or `startAgain` is called.
 */
export class HubLink implements Disposable {
  readonly board = new BoardReplica();
  /** Sends this window's calls to the hub that it follows. */
  readonly hub: HubClient<'window'>;
  readonly repeatedCalls: RepeatedCalls;
  private readonly folder: PrivateFolder;
  readonly windowConnection: WindowConnection;
  readonly keys: WindowKeys;
  readonly phones: WindowPhones;
  private readonly editorKeys: EditorKeys;
  private readonly pairedPhones: PairedPhones;
  private readonly hubMove: HubMove;
  private hosted: HostedHub | undefined;
  private failedStarts = 0;
  /** Set when this window ended the hub, so that this window starts the next one. */
  private startsNextHub = false;
  private stream: StreamClient | undefined;
  private retry: NodeJS.Timeout | undefined;
  private attempts = 0;
  private connectedAt = 0;
  /** Incremented at each stop, so that earlier attempts are ignored. */
  private epoch = 0;
  private mayCreateFolder = true;
  private isOffCheckScheduled = false;
  private lastProblem = '';
  private readonly unbindablePorts = new Set<number>();
  private readonly loggedCrashes = new Set<string>();
  /** The hub whose stream this window reads; undefined until the first snapshot arrives. */
  private followedHub: ReachableHub | undefined;

  constructor(private readonly options: HubLinkOptions) {
    const { configHome, log, release } = options;
    this.folder = new PrivateFolder(missionControlFolder(configHome));
    this.editorKeys = options.keys ?? new EditorKeys(secretsInMemory(), log);
    const keys = this.editorKeys;
    const id = randomUUID();
    const signer = () => keys.signer();
    const machine = (machineId: string): MachineOnBoard | undefined =>
      this.board.summary.machines?.find((one) => one.machineId === machineId);
    const hub = new HubClient<'window'>({
      hub: () => this.followedHub,
      window: id,
      stream: () => this.stream?.number,
      signer,
      machine,
    });
    const repeatedCalls = new RepeatedCalls({
      hub,
      isConnected: () => this.followedHub !== undefined,
      onUnsaved: (problem) => this.windowConnection.reportUnsaved(problem),
      log,
    });
    this.hub = hub;
    this.repeatedCalls = repeatedCalls;
    this.windowConnection = new WindowConnection({ id, hub, repeatedCalls });
    this.keys = new WindowKeys({ keys, hub, onAsked: () => void this.sendKeys() });
    this.phones = new WindowPhones({ keys, hub, onAccepted: () => void this.sendKeys() });
    this.pairedPhones = new PairedPhones({ keys, hub, log });
    this.hubMove = new HubMove({
      board: this.board,
      phones: this.pairedPhones,
      keys: this.keys,
      release,
      hosted: () => this.hosted,
      canOutlive: () => this.failedStarts < maxFailedStarts,
      move: (reason) => this.endHub(reason),
    });
    this.keys.onDidChange(() => {
      this.hubMove.checkMove();
      if (!this.keys.isUntrusted) repeatedCalls.onAccepted();
    });
  }

  start(): void {
    void this.connect();
  }

  /** Restarts a window that is switched off; does nothing otherwise. */
  startAgain(): void {
    if (this.board.connection !== 'off') return;
    this.mayCreateFolder = true;
    if (!this.isOffCheckScheduled) return;
    this.isOffCheckScheduled = false;
    clearTimeout(this.retry);
    void this.connect();
  }

  /** Runs `act` while nothing in this window writes to the extension's folder. */
  async whileStopped(act: () => Promise<void>): Promise<void> {
    const outlivingPid = this.hubMove.outlivingPid;
    if (outlivingPid !== undefined) await this.endHub('The hub is stopped');
    await this.stop();
    if (outlivingPid !== undefined) await waitForProcessEnd(outlivingPid);
    const epochAtStop = this.epoch;
    try {
      await act();
    } finally {
      if (epochAtStop === this.epoch) void this.connect();
    }
  }

  /** Stops at once; `shutdown` also waits for the worker. */
  dispose(): void {
    void this.shutdown();
  }

  /** Stops this window's link; a hub process keeps running if phones are paired. */
  async shutdown(): Promise<void> {
    const startsProcess = this.hosted?.outlives === false && this.pairedPhones.hasPhones;
    const detachedHub = this.hosted instanceof HubProcess ? this.hosted : undefined;
    if (detachedHub !== undefined) this.hosted = undefined;
    const stopped = this.stop();
    this.board.dispose();
    this.windowConnection.dispose();
    this.keys.dispose();
    this.phones.dispose();
    this.hubMove.dispose();
    if (detachedHub !== undefined) {
      detachedHub.setTrusted(await this.editorKeys.readTrusted());
      await detachedHub.detach();
    }
    await stopped;
    if (startsProcess) await this.startDetachedHub();
  }

  /** Starts a hub process that outlives this window and replaces the hub in its thread. */
  private async startDetachedHub(): Promise<void> {
    const { configHome, ports } = this.options;
    try {
      const found = await findHub(configHome, ports, this.unbindablePorts, false);
      if (found.kind !== 'host') return; // Another window has already started a hub.
      const hub = this.outlivingProcess(found.port);
      hub.setTrusted(await this.editorKeys.readTrusted());
      await Promise.race([hub.started, delay(detachTimeoutMs, undefined, { ref: false })]);
      await hub.detach();
    } catch {
      // The extension's folder is missing or unreadable: the next window reports that.
    }
  }

  /** Options of a new hub, with this window's latest control offer and machine settings. */
  private hubOptions(port: number): HubStartOptions {
    const { configHome, release, wantedAgents, phonePorts } = this.options;
    const offer = this.repeatedCalls.latestRequest('offerControl');
    const machines = this.repeatedCalls.latestRequest('setMachines');
    return {
      configHome,
      port,
      ...(release && { release }),
      ...(wantedAgents && { wantedAgents: [...wantedAgents] }),
      ...(offer && { control: wishOf(offer) }),
      ...(machines && { machines }),
      ...(phonePorts && { phonePorts: [...phonePorts] }),
    };
  }

  private outlivingProcess(port: number): HubProcess {
    const { script, log } = this.options;
    return new HubProcess(script, this.hubOptions(port), log, this.failedStarts > 0);
  }

  private async endHub(reason: string): Promise<void> {
    this.options.log.info(reason);
    if (this.hosted?.outlives === false) return this.hosted.close();
    this.startsNextHub = true;
    const { keys, hub, folder } = this;
    const end = keys.isUntrusted ? endHubWithoutTrust(folder) : hub.call('endHub', {});
    return end.catch(() => undefined); // The hub may end before it has answered.
  }

  private async stop(): Promise<void> {
    this.epoch += 1;
    this.isOffCheckScheduled = false;
    clearTimeout(this.retry);
    this.clearHub();
    await this.hosted?.close();
  }

  private clearHub(): void {
    this.stream?.dispose();
    this.stream = undefined;
    this.followedHub = undefined;
    this.keys.onHubGone();
    this.phones.onHubGone();
    this.pairedPhones.onHubGone();
    this.hubMove.onHubGone();
  }

  private async connect(): Promise<void> {
    const { epoch } = this;
    const { configHome, ports } = this.options;
    try {
      const isRemoved = !this.mayCreateFolder && !(await this.folder.isThere());
      if (epoch !== this.epoch) return;
      if (isRemoved) return this.stayOff();
      if (this.board.connection === 'off') this.board.setConnection('connecting');
      const found = await findHub(configHome, ports, this.unbindablePorts, this.mayCreateFolder);
      if (epoch !== this.epoch) return;
      this.mayCreateFolder = false;
      if (found.kind === 'follow') this.openStream(found);
      else if (found.kind === 'host') await this.host(found.port);
      else this.retryConnection(found.reason);
    } catch (error) {
      if (epoch === this.epoch)
        this.retryConnection(error instanceof Error ? error.message : String(error));
    }
  }

  private async host(port: number): Promise<void> {
    const { epoch } = this;
    await this.hosted?.close(); // Ends a hub of this window that no longer answers.
    const outlives = this.failedStarts < maxFailedStarts && (await hasPairedPhones(this.folder));
    if (epoch !== this.epoch) return;
    const hosted = outlives ? this.outlivingProcess(port) : this.hubThread(port);
    this.hosted = hosted;
    void this.sendKeys();
    void hosted.ended.then(() => {
      if (this.hosted === hosted) this.hosted = undefined;
    });
    const start = await hosted.started;
    if (start.kind !== 'listening') await hosted.close(); // Until it ends, it counts as hosted.
    if (outlives && start.kind !== 'occupied')
      this.failedStarts = countFailedStarts(start, this.failedStarts);
    if (epoch !== this.epoch) return;
    if (start.kind === 'occupied') this.unbindablePorts.add(port);
    else this.unbindablePorts.clear();
    if (start.kind === 'listening') this.openStream(start);
    else
      this.retryConnection(start.kind === 'occupied' ? 'another window was first' : start.message);
  }

  private hubThread(port: number): HubWorker {
    const { script, log, closeMs } = this.options;
    const onCrash = (crash: string): void => this.logCrashOnce(crash);
    return new HubWorker(script, this.hubOptions(port), log, onCrash, closeMs);
  }

  /** Hands the stored keys to this window's hub; another window may have created new ones. */
  async sendKeys(): Promise<void> {
    await this.editorKeys.readSignerAgain();
    this.hosted?.setTrusted(await this.editorKeys.readTrusted());
  }

  /** Revokes keys that this editor no longer has at this window's hub. */
  dropKeys(publicKeys: readonly string[]): void {
    this.hosted?.drop(publicKeys);
  }

  private openStream({ url, token, way }: ReachableHub): void {
    const hub = { url, token, way };
    const listener: StreamListener = {
      onEvent: (event) => {
        if (event.type === 'snapshot') this.onConnected(hub);
        this.board.apply(event);
      },
      onMessage: (message) => {
        this.receive(message);
        this.options.onMessage?.(message);
      },
      onEnd: (reason) => this.retryConnection(`The hub at ${url} is gone: ${reason}`),
    };
    this.stream = new StreamClient(hub, listener, this.windowConnection.id);
  }

  private receive(message: WindowMessage): void {
    switch (message.type) {
      case 'keys':
        return this.keys.receive(message.data);
      case 'phones':
        this.pairedPhones.receive(message.data);
        this.phones.receive(message.data);
        return this.hubMove.checkMove();
      case 'life':
        return this.hubMove.receive(message.data);
      default:
        return this.windowConnection.receive(message);
    }
  }

  private onConnected(hub: ReachableHub): void {
    this.followedHub = hub;
    this.startsNextHub = false;
    this.unbindablePorts.clear(); // All windows must try the same port for the next hub.
    this.repeatedCalls.onConnected();
    this.connectedAt = performance.now();
    const role = this.hosted?.outlives === false ? 'is the hub' : 'follows the hub';
    this.options.log.info(`This window ${role} at ${hub.url}`);
  }

  private logCrashOnce(crash: string): void {
    if (this.loggedCrashes.has(crash)) return;
    this.loggedCrashes.add(crash);
    this.options.log.error(`The hub crashed and is started again: ${crash}`);
  }

  /** Switches this window off, and checks regularly whether the folder has been created again. */
  private stayOff(): void {
    if (this.board.connection !== 'off') {
      this.board.switchOff();
      this.options.log.info('Everything was removed; this window writes nothing any more');
    }
    this.attempts = 0;
    this.lastProblem = '';
    this.isOffCheckScheduled = true;
    this.retry = setTimeout(
      () => {
        this.isOffCheckScheduled = false;
        void this.connect();
      },
      this.mayCreateFolder ? 0 : offCheckMs,
    );
  }

  private retryConnection(reason: string): void {
    if (this.followedHub !== undefined && performance.now() - this.connectedAt > stableHubMs) {
      this.attempts = 0;
      this.lastProblem = '';
    }
    const headStart =
      this.hubMove.outlivingPid !== undefined && !this.startsNextHub ? headStartMs : 0;
    this.clearHub();
    if (this.board.connection === 'live') this.board.setConnection('offline');
    if (reason !== this.lastProblem) this.options.log.warn(reason);
    this.lastProblem = reason;
    const wait = retryDelaysMs[Math.min(this.attempts, retryDelaysMs.length - 1)] ?? 1_000;
    this.attempts += 1;
    if (this.attempts === attemptsBeforeNotice) this.options.onLastingProblem?.(reason);
    // Jittered by half the delay, so that windows do not retry in step.
    const jitteredWait = wait * (0.75 + Math.random() / 2);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), headStart + jitteredWait);
  }
}
