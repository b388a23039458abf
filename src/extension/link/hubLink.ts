import { randomUUID } from 'node:crypto';
import { missionControlFolder } from '../util/files/configHome';
import type { Disposable } from '../util/lifetime';
import { EditorKeys, secretsInMemory } from '../util/editorKeys';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/files/privateFolder';
import { BoardReplica } from './boardReplica';
import type { ReachableHub } from '../util/reachableHub';
import { findHub } from './findHub';
import { HubClient } from './hubClient';
import { HubWorker } from './hubWorker';
import { KeptCalls } from './keptCalls';
import { StreamClient, type StreamListener } from './streamClient';
import { WindowKeys } from './windowKeys';
import { WindowPhones } from './windowPhones';
import { WindowConnection } from './windowConnection';

/** Waits between attempts, in ms: short first, because the next hub is a window away. */
const retryMs = [50, 100, 250, 500, 1_000, 2_000];
/** Number of failed attempts in a row, about 6 s, after which a person is told. */
const lastingAttempts = 8;

/** A hub that lived this long was a good one; one that crashes sooner is started again ever less often, in ms. */
const stableMs = 10_000;

/** A window that was switched off looks this often whether our folder is there again, in ms. */
const restMs = 2_000;

export interface HubLinkOptions {
  readonly configHome: string;
  /** The hub's bundle. */
  readonly script: string;
  readonly log: Log;
  readonly ports?: readonly number[];
  /** The key with which this window signs; without it, one that goes with the window. */
  readonly keys?: EditorKeys;
  /** Called once when no hub can be had for seconds, with a sentence fit for a person. */
  readonly onLastingProblem?: (reason: string) => void;
}

/**
 * Keeps this window's board fed: follows the machine's hub, or is it. Our folder is made at the start
 * alone: when it is gone later, everything was removed, and the window is switched off until the
 * folder is there again or `startAgain` is called.
 */
export class HubLink implements Disposable {
  readonly board = new BoardReplica();
  /** Makes this window's calls to whichever hub it follows. */
  readonly hub: HubClient<'window'>;
  readonly kept: KeptCalls;
  private readonly folder: PrivateFolder;
  readonly line: WindowConnection;
  readonly keys: WindowKeys;
  readonly phones: WindowPhones;
  private readonly editorKeys: EditorKeys;
  private worker: HubWorker | undefined;
  private stream: StreamClient | undefined;
  private retry: NodeJS.Timeout | undefined;
  private attempts = 0;
  private connectedAt = 0;
  /** Raised at each stop: an attempt of an earlier one has nothing to say any more. */
  private epoch = 0;
  private afresh = true;
  private resting = false;
  private lastProblem = '';
  private readonly unbindable = new Set<number>();
  private readonly toldCrashes = new Set<string>();
  /** Set while the stream is live. */
  private followed: ReachableHub | undefined;

  constructor(private readonly options: HubLinkOptions) {
    const { configHome, log } = options;
    this.folder = new PrivateFolder(missionControlFolder(configHome));
    this.editorKeys = options.keys ?? new EditorKeys(secretsInMemory(), log);
    const keys = this.editorKeys;
    const id = randomUUID();
    const signer = () => keys.signer();
    const hub = new HubClient<'window'>({ hub: () => this.followed, window: id, signer });
    const kept = new KeptCalls({ hub, isConnected: () => this.followed !== undefined, log });
    this.hub = hub;
    this.kept = kept;
    this.line = new WindowConnection({ id, hub, kept });
    this.keys = new WindowKeys({ keys, hub, onAsked: () => void this.handKeys() });
    this.phones = new WindowPhones({ keys, hub, onAccepted: () => void this.handKeys() });
  }

  start(): void {
    void this.connect();
  }

  /** Starts a window that is switched off; else it changes nothing. */
  startAgain(): void {
    if (this.board.connection !== 'off') return;
    this.afresh = true;
    if (!this.resting) return;
    this.resting = false;
    clearTimeout(this.retry);
    void this.connect();
  }

  /** Runs `act` while nothing of this window writes to our folder. */
  async whileStopped(act: () => Promise<void>): Promise<void> {
    await this.stop();
    const stopped = this.epoch;
    try {
      await act();
    } finally {
      if (stopped === this.epoch) void this.connect();
    }
  }

  /** Stops at once; `shutdown` also waits for the worker. */
  dispose(): void {
    void this.shutdown();
  }

  async shutdown(): Promise<void> {
    const stopped = this.stop();
    this.board.dispose();
    this.line.dispose();
    this.keys.dispose();
    this.phones.dispose();
    await stopped;
  }

  private async stop(): Promise<void> {
    this.epoch += 1;
    this.resting = false;
    clearTimeout(this.retry);
    this.stream?.dispose();
    this.stream = undefined;
    this.followed = undefined;
    this.lost();
    await this.worker?.close();
  }

  private async connect(): Promise<void> {
    const { epoch } = this;
    const { configHome, ports } = this.options;
    try {
      const isRemoved = !this.afresh && !(await this.folder.isThere());
      if (epoch !== this.epoch) return;
      if (isRemoved) return this.rest();
      if (this.board.connection === 'off') this.board.setConnection('connecting');
      const found = await findHub(configHome, ports, this.unbindable, this.afresh);
      if (epoch !== this.epoch) return;
      this.afresh = false;
      if (found.kind === 'follow') this.read(found);
      else if (found.kind === 'host') await this.host(found.port);
      else this.again(found.reason);
    } catch (error) {
      if (epoch === this.epoch) this.again(error instanceof Error ? error.message : String(error));
    }
  }

  private async host(port: number): Promise<void> {
    const { epoch } = this;
    const { script, configHome, log } = this.options;
    await this.worker?.close(); // One of ours that no longer answers.
    if (epoch !== this.epoch) return;
    const worker = new HubWorker(script, configHome, port, log, (crash) => this.tellOnce(crash));
    this.worker = worker;
    void this.handKeys();
    void worker.ended.then(() => {
      if (this.worker === worker) this.worker = undefined;
    });
    const start = await worker.started;
    if (epoch !== this.epoch) return;
    if (start.kind === 'occupied') this.unbindable.add(port);
    else this.unbindable.clear();
    if (start.kind === 'listening') this.read(start);
    else this.again(start.kind === 'occupied' ? 'another window was first' : start.message);
  }

  /** Hands the keys to this window's hub in memory, and again when another window of this editor has made one anew. */
  private async handKeys(): Promise<void> {
    await this.editorKeys.again();
    const publicKeys = await this.editorKeys.known();
    this.worker?.know(publicKeys);
  }

  private read({ url, token, way }: ReachableHub): void {
    const hub = { url, token, way };
    const listener: StreamListener = {
      onEvent: (event) => {
        if (event.type === 'snapshot') this.connected(hub);
        this.board.apply(event);
      },
      onMessage: (message) => {
        if (message.type === 'keys') this.keys.receive(message.data);
        else if (message.type === 'phones') this.phones.receive(message.data);
        else this.line.receive(message);
      },
      onEnd: (reason) => this.again(`The hub at ${url} is gone: ${reason}`),
    };
    this.stream = new StreamClient(hub, listener, this.line.id);
  }

  private connected(hub: ReachableHub): void {
    this.followed = hub;
    this.kept.connected();
    this.connectedAt = performance.now();
    const role = this.worker === undefined ? 'follows the hub' : 'is the hub';
    this.options.log.info(`This window ${role} at ${hub.url}`);
  }

  /** A hub that fails at each start does so in the same words. */
  private tellOnce(crash: string): void {
    if (this.toldCrashes.has(crash)) return;
    this.toldCrashes.add(crash);
    this.options.log.error(`The hub crashed and is started again: ${crash}`);
  }

  private lost(): void {
    this.keys.lost();
    this.phones.lost();
  }

  /** Looks only; whoever makes our folder again, by installing hooks or in a new window, wakes it. */
  private rest(): void {
    if (this.board.connection !== 'off') {
      this.board.switchOff();
      this.options.log.info('Everything was removed; this window writes nothing any more');
    }
    this.attempts = 0;
    this.lastProblem = '';
    this.resting = true;
    this.retry = setTimeout(
      () => {
        this.resting = false;
        void this.connect();
      },
      this.afresh ? 0 : restMs,
    );
  }

  private again(reason: string): void {
    if (this.followed !== undefined && performance.now() - this.connectedAt > stableMs) {
      this.attempts = 0;
      this.lastProblem = '';
    }
    this.stream?.dispose();
    this.stream = undefined;
    this.followed = undefined;
    this.lost();
    if (this.board.connection === 'live') this.board.setConnection('offline');
    if (reason !== this.lastProblem) this.options.log.warn(reason);
    this.lastProblem = reason;
    const wait = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 1_000;
    this.attempts += 1;
    if (this.attempts === lastingAttempts) this.options.onLastingProblem?.(reason);
    // Spread over half the wait, so that windows do not move in step.
    const spread = wait * (0.75 + Math.random() / 2);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), spread);
  }
}
