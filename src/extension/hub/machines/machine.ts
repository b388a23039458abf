import type { CallName } from '../../../shared/protocol/calls';
import type { FromMachine, ToMachine } from '../../../shared/protocol/machines/frames';
import type { MachineCard, MachineStatus } from '../../../shared/protocol/machines/machineNews';
import {
  settingKey,
  settingName,
  type MachineTarget,
} from '../../../shared/protocol/machines/setting';
import { protocolVersion, type StreamEvent } from '../../../shared/protocol/protocol';
import type { KeysNews } from '../../../shared/protocol/keys';
import type { Order, WindowMessage } from '../../../shared/protocol/windows';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { refusals } from '../serve/refusal';
import { convertAnswer } from './machineAnswer';
import { MachineCalls } from './machineCalls';
import { MachineConnection } from './connection/machineConnection';
import { lastingFaults, type MachineEnd } from './connection/machineFault';
import { MachineSessions, type MachineUpdate, type MachineClock } from './machineSessions';
import { limitSums } from './joined/machineSums';
import { machineCommandLine, type MachineCommandLine } from './connection/machineCommandLine';

/**
 * Delays in ms between connection attempts; `maxRetryMs` after a fault that only a person can fix.
 */
const retryMs = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;
const maxRetryMs = 60_000;
const minuteMs = 60_000;
/** Minimum length of a connection in ms after which the delays start again with the shortest. */
const stableMs = 30_000;

/** The ids of a remote machine and of its hub. */
export interface RemoteIds {
  readonly machineId: string;
  readonly hub: string;
}

type Hello = Extract<FromMachine, { type: 'hello' }>;

export interface MachineParts {
  readonly setting: MachineTarget;
  /** Folder of this hub's bundle. */
  readonly scripts: string;
  readonly log: Log;
  /** Returns the frame with the keys and settings of the desk. */
  readonly desk: () => Extract<ToMachine, { type: 'desk' }>;
  /** Returns the names of the keys that sign at the desk. */
  readonly keyNames: () => readonly string[];
  /**
   * Returns true for this computer, and for a machine or hub that is already on the board through
   * another entry of the setting.
   */
  readonly isTaken: (ids: RemoteIds, by: Machine) => boolean;
  readonly onUpdate: (update: MachineUpdate) => void;
  /** Called when the machine's card changed. */
  readonly onCard: () => void;
  readonly onOrder: (order: Order, from: Machine) => void;
  /**
   * Called after a connection, when the machine has not received the presence of the person yet.
   */
  readonly onConnect: (machine: Machine) => void;
  readonly clock?: () => number;
}

/**
 * A machine of the setting: keeps a connection to it, and the sessions of its board, which stay
 * visible while it is disconnected.
 */
export class Machine implements Disposable {
  readonly key: string;
  readonly sessions = new MachineSessions(() => this.machineClock);
  private readonly calls = new MachineCalls(
    (frame) => this.send(frame),
    (name, answer) => convertAnswer(name, answer, this.machineClock),
  );
  private readonly clock: () => number;
  private connection: MachineConnection | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private connectedAt = 0;
  private status: MachineStatus = 'connecting';
  private lastEnd: MachineEnd | undefined;
  private hello: Hello | undefined;
  private seenAt: number | undefined;
  private lastSkewMs = 0;
  private keys: KeysNews | undefined;

  constructor(private readonly parts: MachineParts) {
    this.key = settingKey(parts.setting);
    this.clock = parts.clock ?? Date.now;
  }

  /** Undefined until the first connection. */
  get machineId(): string | undefined {
    return this.hello?.machineId;
  }

  /** Name of the hub of the machine, as last reported. */
  get hub(): string | undefined {
    return this.hello?.hub;
  }

  /**
   * True if that hub has the same config home as the hub of this machine, so that both read the
   * same sessions.
   */
  sharesHomeWithHub(hub: string): boolean {
    return this.hello?.beside?.includes(hub) === true;
  }

  /** True if the hubs of both machines share a config home. */
  sharesHomeWith(other: Machine): boolean {
    const [here, there] = [this.hello?.hub, other.hello?.hub];
    return (
      (there !== undefined && this.sharesHomeWithHub(there)) ||
      (here !== undefined && other.sharesHomeWithHub(here))
    );
  }

  get isConnected(): boolean {
    return this.status === 'connected';
  }

  /**
   * Clock of the machine minus clock of the desk, in ms; the last known value while disconnected.
   */
  get skewMs(): number {
    return this.connection !== undefined && this.isConnected
      ? this.connection.skew.ms
      : this.lastSkewMs;
  }

  get card(): MachineCard {
    const { key, status, hello, lastEnd, seenAt } = this;
    const { summary } = this.sessions;
    const { account } = this.parts.setting;
    const isConnected = this.isConnected;
    return {
      key,
      name: this.name,
      ...(account !== undefined && { account }),
      status,
      ...(hello && { machineId: hello.machineId, platform: hello.platform }),
      ...(hello?.release !== undefined && { release: hello.release }),
      ...(hello &&
        isConnected && {
          there: {
            hub: hello.hub,
            window: hello.window,
            line: this.connection?.line ?? '',
            ...(this.aheadMs !== 0 && { aheadMs: this.aheadMs }),
          },
        }),
      ...(!isConnected && lastEnd && { fault: lastEnd.fault }),
      ...(!isConnected && lastEnd?.detail !== undefined && { detail: lastEnd.detail }),
      ...(!isConnected && seenAt !== undefined && { seenAt: new Date(seenAt).toISOString() }),
      ...(isConnected && this.keys && { accepted: this.isAccepted }),
      ...limitSums(summary, { sessionCount: this.sessions.size, isConnected }),
    };
  }

  /** True for another config home on this computer. */
  get isAccount(): boolean {
    return this.parts.setting.account !== undefined;
  }

  /** True if the setting gives the machine this name. */
  isNamed(name: string | undefined): boolean {
    return this.parts.setting.name === name;
  }

  /** Connects now, and reconnects whenever the connection is lost. */
  connect(): void {
    clearTimeout(this.retryTimer);
    if (this.connection !== undefined) return;
    const commandLine = machineCommandLine(this.parts.setting, this.parts.scripts);
    if (commandLine === undefined) return this.onLost({ fault: 'command' });
    try {
      this.connection = this.openConnection(commandLine);
    } catch (error) {
      // `spawn` throws for a command with an invalid character; other machines must not be
      // affected.
      this.onLost({ fault: 'command', detail: String(error) });
    }
  }

  private openConnection(commandLine: MachineCommandLine): MachineConnection {
    return new MachineConnection({
      commandLine,
      desk: this.parts.desk(),
      clock: this.clock,
      listener: {
        onFrame: (frame) => this.handleFrame(frame),
        onPong: () => {
          if (this.isConnected) this.seenAt = this.clock();
        },
        onSkew: () => {
          this.parts.onUpdate(this.sessions.convertAll());
          this.parts.onCard();
        },
        onEnd: (end) => this.onLost(end),
      },
    });
  }

  /** Connects at once instead of after the current delay. */
  retryNow(): void {
    this.attempts = 0;
    this.connect();
  }

  /** Replaces the connection with a new one. */
  reconnect(): void {
    if (this.connection !== undefined) this.reject({ fault: 'ended' });
    this.retryNow();
  }

  send(frame: ToMachine): void {
    this.connection?.send(frame);
  }

  /**
   * Makes a call to the machine about a session, with the session id used there. Resolves with the
   * call's answer, or with a `Refusal`.
   */
  call(name: CallName, parameter: string, body: unknown): Promise<unknown> {
    if (!this.isConnected) return Promise.resolve(refusals.machineAway);
    return this.calls.call(name, parameter, body);
  }

  dispose(): void {
    clearTimeout(this.retryTimer);
    this.connection?.dispose();
    this.connection = undefined;
    this.calls.endAll();
  }

  private get name(): string {
    return settingName(this.parts.setting);
  }

  get machineClock(): MachineClock {
    const { hello, seenAt } = this;
    const away = this.isConnected ? undefined : new Date(seenAt ?? 0).toISOString();
    return {
      machine: {
        id: hello?.machineId ?? '',
        name: this.name,
        ...(this.isAccount && { account: true }),
        ...(away !== undefined && { away }),
      },
      skewMs: this.skewMs,
    };
  }

  /**
   * Clock difference for signatures, rounded to minutes, in ms: signatures need no more precision,
   * and rounding avoids updates of the board for every small change.
   */
  private get aheadMs(): number {
    return Math.round(this.skewMs / minuteMs) * minuteMs;
  }

  private get isAccepted(): boolean {
    return this.parts.keyNames().some((name) => this.keys?.known.includes(name) === true);
  }

  private handleFrame(frame: Exclude<FromMachine, { type: 'pong' }>): void {
    this.seenAt = this.clock();
    switch (frame.type) {
      case 'hello':
        return this.acceptHello(frame);
      case 'pause':
        // The cards stay; the next `hello` frame follows within some hundred milliseconds.
        return undefined;
      case 'stream':
        return this.applyEvent(frame.event);
      case 'message':
        return this.handleMessage(frame.message);
      default:
        return this.calls.acceptAnswer(frame);
    }
  }

  private acceptHello(hello: Hello): void {
    const { parts } = this;
    if (hello.protocol !== protocolVersion) {
      parts.onUpdate(this.sessions.clear());
      this.hello = undefined;
      return this.reject({ fault: 'version', detail: hello.release });
    }
    if (parts.isTaken(hello, this)) return this.reject({ fault: 'same' });
    // A recreated container is a different machine with the same name.
    if (this.hello !== undefined && this.hello.machineId !== hello.machineId) {
      parts.onUpdate(this.sessions.clear());
    }
    this.sessions.resetSnapshot();
    this.connection?.skew.reset(hello.now);
    this.hello = hello;
    this.connectedAt = this.clock();
    this.lastEnd = undefined;
    this.status = 'connected';
    parts.log.info(`The machine ${this.name} is connected`);
    parts.onConnect(this);
    parts.onCard();
  }

  /** Applies an event of the machine's board; events before the `hello` frame are ignored. */
  private applyEvent(event: StreamEvent): void {
    if (!this.isConnected) return;
    const update = this.sessions.apply(event);
    if (update.changed.length > 0 || update.removed.length > 0) this.parts.onUpdate(update);
    if (event.type === 'summary' || event.type === 'snapshot') this.parts.onCard();
  }

  private handleMessage(message: WindowMessage): void {
    if (message.type === 'keys') {
      this.keys = message.data;
      this.parts.onCard();
    } else if (message.type === 'order') {
      this.parts.onOrder(message.data, this);
    }
  }

  /** Disconnects from a machine that this board cannot show, and records the reason. */
  private reject(end: MachineEnd): void {
    this.connection?.dispose();
    this.onLost(end);
  }

  private onLost(end: MachineEnd): void {
    const wasConnected = this.isConnected;
    if (wasConnected && this.clock() - this.connectedAt > stableMs) this.attempts = 0;
    this.lastSkewMs = this.skewMs;
    this.connection = undefined;
    this.keys = undefined;
    const isNewFault = this.lastEnd?.fault !== end.fault;
    this.lastEnd = end;
    const needsPerson = lastingFaults.has(end.fault);
    this.status = needsPerson ? 'failed' : 'away';
    this.calls.endAll();
    if (isNewFault || wasConnected) {
      this.parts.log.warn(`The machine ${this.name} is away: ${end.fault} ${end.detail ?? ''}`);
    }
    if (wasConnected) this.parts.onUpdate(this.sessions.convertAll());
    this.parts.onCard();
    const waitMs = needsPerson ? maxRetryMs : (retryMs[this.attempts] ?? maxRetryMs);
    this.attempts += 1;
    // Random delays prevent all machines behind one network from reconnecting at the same time.
    this.retryTimer = setTimeout(() => this.connect(), waitMs * (0.75 + Math.random() / 2)).unref();
  }
}
