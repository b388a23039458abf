import { missionControlFolder } from '../util/configHome';
import { Coalescer } from '../util/coalesce';
import type { Disposable } from '../util/lifetime';
import { EditorKeys, secretsInMemory } from '../util/editorKeys';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/privateFolder';
import {
  decideAnswerSchema,
  type ControlOffer,
  type DecideAnswer,
  type Decision,
  type RequestPlace,
} from '../../shared/control';
import {
  promptAnswerSchema,
  sessionActAnswerSchema,
  wholePromptsSchema,
  type PromptAnswer,
  type PromptChange,
  type SessionAct,
  type SessionActOutcome,
  type WholePrompts,
} from '../../shared/prompts';
import type { PriceOverrides } from '../../shared/prices';
import { promptText } from '../../shared/promptLimits';
import {
  dayReportSchema,
  pendingRequestSchema,
  routes,
  sessionDetailsSchema,
  type Budget,
  type DayReport,
  type PendingRequest,
  type SessionDetails,
} from '../../shared/protocol';
import { BoardReplica } from './boardReplica';
import type { ReachableHub } from '../util/reachableHub';
import { findHub } from './findHub';
import type { HubActions, ShownCall } from './hubActions';
import { getJson, postIntent, reconnecting } from './hubCalls';
import { HubWorker } from './hubWorker';
import { pastOf } from './pastSessions';
import { StreamClient, type StreamListener } from './streamClient';
import { WindowKeys } from './windowKeys';
import { WindowLine } from './windowLine';

/** Waits between attempts, in ms: short first, because the next hub is a window away. */
const retryMs = [50, 100, 250, 500, 1_000, 2_000];
/** So many attempts in a row, about 6 s, are trouble that a person has to know of. */
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
  /** What this window signs with; without it, a key that goes with the window. */
  readonly keys?: EditorKeys;
  /** Called once when no hub can be had for seconds, with a sentence fit for a person. */
  readonly onLastingProblem?: (reason: string) => void;
}

/**
 * Keeps this window's board fed: follows the machine's hub, or is it. Our folder is made at the start
 * alone: when it is gone later, everything was removed, and the window is switched off until the
 * folder is there again or `startAgain` is called.
 */
export class HubLink implements Disposable, HubActions {
  readonly board = new BoardReplica();
  readonly past = pastOf(() => this.reachable);
  private readonly folder: PrivateFolder;
  readonly line: WindowLine;
  readonly keys: WindowKeys;
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
  private hub: ReachableHub | undefined;
  private budget: Budget | undefined;
  private prices: PriceOverrides | undefined;
  private offer: ControlOffer | undefined;
  /** One at a time: the last one counts. */
  private readonly offering = new Coalescer(() => this.send('control', this.offer));

  constructor(private readonly options: HubLinkOptions) {
    this.folder = new PrivateFolder(missionControlFolder(options.configHome));
    this.line = new WindowLine(options.log);
    this.editorKeys = options.keys ?? new EditorKeys(secretsInMemory(), options.log);
    this.keys = new WindowKeys({
      keys: this.editorKeys,
      window: this.line.id,
      log: options.log,
      onAsked: () => void this.handKeys(),
    });
  }

  async archive(sessionId: string, archived: boolean): Promise<void> {
    await postIntent(this.reachable, routeOf(sessionId, 'archive'), { archived });
  }

  async request(sessionId: string): Promise<PendingRequest> {
    return getJson(this.reachable, routeOf(sessionId, 'request'), pendingRequestSchema);
  }

  async details(sessionId: string): Promise<SessionDetails> {
    return getJson(this.reachable, routeOf(sessionId, 'details'), sessionDetailsSchema);
  }

  async day(day?: string): Promise<DayReport> {
    const query = day === undefined ? '' : `?day=${encodeURIComponent(day)}`;
    return getJson(this.reachable, `${routes.day}${query}`, dayReportSchema);
  }

  setBudget(budget: Budget): void {
    this.budget = budget;
    void this.send('budget', this.budget);
  }

  setPrices(prices: PriceOverrides): void {
    this.prices = prices;
    void this.send('prices', this.prices);
  }

  setControl(offer: Omit<ControlOffer, 'window'>): void {
    this.offer = { window: this.line.id, ...offer };
    void this.offering.run();
  }

  async decide(
    sessionId: string,
    { call, shown }: ShownCall,
    decision: Decision,
  ): Promise<DecideAnswer> {
    const answer = await this.postSigned('decide', sessionId, { call, shown, decision });
    return decideAnswerSchema.parse(answer);
  }

  shown(sessionId: string, call: string, place: RequestPlace): void {
    const body = { call, window: this.line.id, place };
    void Promise.resolve()
      .then(() => postIntent(this.reachable, routeOf(sessionId, 'shown'), body))
      .catch(() => undefined);
  }

  async handBack(sessionId: string, call: string): Promise<void> {
    const route = routeOf(sessionId, 'handback');
    await postIntent(this.reachable, route, { call, window: this.line.id });
  }

  async changePrompts(sessionId: string, change: PromptChange): Promise<PromptAnswer> {
    // As the hub keeps it: the signature is to fit what lies on the disk.
    const kept = 'text' in change ? { ...change, text: promptText(change.text) } : change;
    return promptAnswerSchema.parse(await this.postSigned('prompts', sessionId, { change: kept }));
  }

  async wholePrompts(sessionId: string): Promise<WholePrompts> {
    return getJson(this.reachable, routeOf(sessionId, 'prompts/whole'), wholePromptsSchema);
  }

  async actOn(sessionId: string, act: SessionAct): Promise<SessionActOutcome> {
    return sessionActAnswerSchema.parse(await this.postSigned('act', sessionId, { act })).outcome;
  }

  start(): void {
    void this.connect();
  }

  /** For a window that is switched off; else it changes nothing. */
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
    await stopped;
  }

  private async stop(): Promise<void> {
    this.epoch += 1;
    this.resting = false;
    clearTimeout(this.retry);
    this.stream?.dispose();
    this.stream = undefined;
    this.hub = undefined;
    this.line.lost();
    this.keys.lost();
    await this.worker?.close();
  }

  private async postSigned(
    act: 'decide' | 'prompts' | 'act',
    sessionId: string,
    said: object,
  ): Promise<unknown> {
    const hub = this.reachable;
    const body = await this.keys.seal(hub, act, sessionId, { window: this.line.id, ...said });
    return postIntent(hub, routeOf(sessionId, act), body);
  }

  private get reachable(): ReachableHub {
    if (this.hub === undefined) throw new Error(reconnecting);
    return this.hub;
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

  /** To the hub of this window: in memory, and again when another window of this editor has made the key anew. */
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
      onMessage: (message) =>
        message.type === 'keys' ? this.keys.receive(message.data) : this.line.receive(message),
      onEnd: (reason) => this.again(`The hub at ${url} is gone: ${reason}`),
    };
    this.stream = new StreamClient(hub, listener, this.line.id);
  }

  private connected(hub: ReachableHub): void {
    this.hub = hub;
    this.line.connected(hub);
    this.keys.connected(hub);
    void this.send('budget', this.budget);
    void this.send('prices', this.prices);
    void this.offering.run();
    this.connectedAt = performance.now();
    const role = this.worker === undefined ? 'follows the hub' : 'is the hub';
    this.options.log.info(`This window ${role} at ${hub.url}`);
  }

  private async send(what: 'budget' | 'prices' | 'control', value: unknown): Promise<void> {
    if (this.hub === undefined || value === undefined) return;
    try {
      await postIntent(this.hub, routes[what], value);
    } catch (error) {
      this.options.log.warn(`The ${what} was not taken: ${String(error)}`);
    }
  }

  /** A hub that fails at each start does so in the same words. */
  private tellOnce(crash: string): void {
    if (this.toldCrashes.has(crash)) return;
    this.toldCrashes.add(crash);
    this.options.log.error(`The hub crashed and is started again: ${crash}`);
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
    if (this.hub !== undefined && performance.now() - this.connectedAt > stableMs) {
      this.attempts = 0;
      this.lastProblem = '';
    }
    this.stream?.dispose();
    this.stream = undefined;
    this.hub = undefined;
    this.line.lost();
    this.keys.lost();
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

function routeOf(
  sessionId: string,
  what:
    | 'archive'
    | 'request'
    | 'details'
    | 'decide'
    | 'handback'
    | 'shown'
    | 'prompts'
    | 'prompts/whole'
    | 'act',
): string {
  return `${routes.sessions}/${encodeURIComponent(sessionId)}/${what}`;
}
