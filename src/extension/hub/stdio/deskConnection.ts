import type { Readable } from 'node:stream';
import { splitIntoFrames } from '../../../shared/protocol/boardFrames';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import {
  machineBeatMs,
  machineSilenceMs,
  maxFrameBytes,
  toMachineSchema,
  type FromMachine,
  type ToMachine,
} from '../../../shared/protocol/machines/frames';
import { addressIn } from '../../../shared/protocol/machines/address';
import { protocolVersion } from '../../../shared/protocol/protocol';
import type { WindowMessage } from '../../../shared/protocol/windows';
import type { BoardChange } from '../../link/boardModel';
import { HubLink } from '../../link/hubLink';
import { EditorKeys, secretsInMemory } from '../../util/keys/editorKeys';
import { callJson, jsonIn } from '../../../shared/text/boundedJson';
import type { MachineIdentity } from '../../util/hub/machineIdentity';
import { hubKey, hubNameOf, proofOf, type ProvingKey } from '../../util/hub/provingKey';
import { LineSplitter } from '../../util/jsonLines';
import type { Log } from '../../util/log';
import { afterRunning } from '../../util/runningTime';
import { DeskCalls } from './deskCalls';

/** Time in ms without a frame after which a desk counts as disconnected; it sends one every 2 s. */
const deskSilenceMs = 4 * machineSilenceMs;

type Hello = Extract<FromMachine, { type: 'hello' }>;

export interface DeskConnectionParts {
  readonly configHome: string;
  /** Path of the hub's bundle. */
  readonly script: string;
  readonly machine: MachineIdentity;
  /** Keys of the hubs that were found in the config home. */
  readonly beside: readonly ProvingKey[];
  readonly identity: Pick<Hello, 'name' | 'platform' | 'release'>;
  readonly send: (frame: FromMachine) => void;
  readonly log: Log;
  /** Called when our folder was removed and nothing is served any more. */
  readonly onRemoved?: () => void;
}

/**
 * This machine's end of a connection to a desk, the computer of a person whose hub shows the
 * sessions of this machine. It acts as a window of this machine's hub, but signs nothing: signed
 * calls have the desk's signature.
 */
export class DeskConnection {
  private readonly keys: EditorKeys;
  private readonly link: HubLink;
  private readonly calls: DeskCalls;
  private readonly heartbeat: NodeJS.Timeout;
  private cancelTimeout: () => void = () => undefined;
  private deskKeys: readonly string[] = [];
  /** Name that the desk gave this connection. */
  private line: string | undefined;
  private isLive = false;
  private sentSummary: Summary | undefined;
  private hasStarted = false;

  constructor(private readonly parts: DeskConnectionParts) {
    const { configHome, script, log, send, identity } = parts;
    this.keys = new EditorKeys(secretsInMemory(), log);
    this.link = new HubLink({
      configHome,
      script,
      log,
      keys: this.keys,
      ...(identity.release !== undefined && { release: identity.release }),
      onMessage: (message) => this.forwardMessage(message),
    });
    this.calls = new DeskCalls({
      window: this.link.windowConnection.id,
      stream: () => this.link.hub.stream,
      hub: () => (this.isLive ? this.link.hub.reachable : undefined),
      connectionName: () => this.line,
      send,
    });
    this.link.board.onDidChange((change) => this.sendChange(change));
    this.heartbeat = setInterval(() => this.pong(0), machineBeatMs);
  }

  /**
   * Reads the desk's frames. `onGone` is called if the desk is silent too long, or a line is too
   * long.
   */
  listen(input: Readable, onGone: () => void): void {
    const restartTimeout = (): void => {
      this.cancelTimeout();
      this.cancelTimeout = afterRunning(deskSilenceMs, onGone);
    };
    const lines = new LineSplitter(
      maxFrameBytes,
      (line) => {
        const frame = toMachineSchema.safeParse(jsonIn(line, callJson));
        if (frame.success) void this.handle(frame.data);
      },
      onGone,
    );
    restartTimeout();
    input.on('data', (bytes: Buffer) => {
      restartTimeout();
      lines.feed(bytes);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    this.cancelTimeout();
    this.calls.cancelAll();
    await this.link.shutdown();
    this.keys.dispose();
  }

  private async handle(frame: ToMachine): Promise<void> {
    switch (frame.type) {
      case 'desk':
        return this.applyDesk(frame);
      case 'presence':
        return this.link.windowConnection.sendPresence(frame.presence);
      case 'call':
        return this.calls.handle(frame);
      case 'cancel':
        return this.calls.cancel(frame.id);
      case 'ping':
        return this.pong(frame.at);
    }
  }

  /**
   * Applies the desk's keys. The link starts only then, because a hub that it starts needs to know
   * which keys are valid.
   */
  private async applyDesk({ line, keys, label, control }: Extract<ToMachine, { type: 'desk' }>) {
    this.line ??= line;
    const isKnown = keys.every((key) => this.deskKeys.includes(key));
    const dropped = this.deskKeys.filter((key) => !keys.includes(key));
    this.deskKeys = keys;
    this.link.dropKeys(dropped);
    for (const key of dropped) await this.keys.deleteAccepted(key);
    for (const key of keys) await this.keys.accept(key);
    this.link.repeatedCalls.storeCall('offerDesk', { label, ...control });
    if (!this.hasStarted) {
      this.hasStarted = true;
      this.link.start();
    } else if (!isKnown) {
      await this.link.sendKeys();
    }
  }

  private pong(at: number): void {
    this.parts.send({ type: 'pong', at, now: Date.now() });
  }

  /** Forwards the two kinds of window messages that a desk uses: orders, and the valid keys. */
  private forwardMessage(message: WindowMessage): void {
    if (message.type !== 'order' && message.type !== 'keys') return;
    this.parts.send({ type: 'message', message });
  }

  private sendChange({ whole, changed, removed }: BoardChange): void {
    const { board } = this.link;
    const { send } = this.parts;
    if (board.connection !== 'live') {
      if (this.isLive) send({ type: 'pause' });
      this.isLive = false;
      if (board.connection === 'off') this.parts.onRemoved?.();
      return;
    }
    const needsSnapshot = !this.isLive || whole;
    this.isLive = true;
    if (needsSnapshot) {
      this.sendHello();
      return this.sendSnapshot(board.sessions.filter(isOwn), ownSummary(board.summary));
    }
    const removedHere = removed.filter((sessionId) => addressIn(sessionId) === undefined);
    if (removedHere.length > 0)
      send({ type: 'stream', event: { type: 'removed', data: removedHere } });
    for (const data of splitIntoFrames(changed.filter(isOwn))) {
      if (data.length > 0) send({ type: 'stream', event: { type: 'sessions', data } });
    }
    const summary = ownSummary(board.summary);
    if (JSON.stringify(summary) === JSON.stringify(this.sentSummary)) return;
    this.sentSummary = summary;
    send({ type: 'stream', event: { type: 'summary', data: summary } });
  }

  /**
   * Sends the hello with the ids of this machine and its hub, and their proofs for this connection.
   */
  private sendHello(): void {
    const { identity, machine, beside, send } = this.parts;
    const { machineId } = machine;
    const own = hubKey(this.link.hub.reachable.token);
    const hub = hubNameOf(own.publicKey);
    const window = this.link.windowConnection.id;
    const claim = { line: this.line ?? '', machineId, hub, window };
    send({
      type: 'hello',
      machineId,
      ...identity,
      protocol: protocolVersion,
      hub,
      beside: beside.map(({ publicKey }) => hubNameOf(publicKey)),
      window,
      proofs: [machine.key, own, ...beside].map((key) => proofOf(key, claim)),
      now: Date.now(),
    });
  }

  private sendSnapshot(sessions: readonly LiveSession[], summary: Summary): void {
    this.sentSummary = summary;
    const parts = splitIntoFrames(sessions);
    for (const [index, part] of parts.entries()) {
      const more = index < parts.length - 1;
      const data = { sessions: part, summary, ...(more && { more }) };
      this.parts.send({ type: 'stream', event: { type: 'snapshot', data } });
    }
  }
}

/**
 * True for a session of this machine. A desk connects to the other machines on this board itself.
 */
function isOwn({ machine }: LiveSession): boolean {
  return machine === undefined;
}

/** Returns the summary without the sums of other machines. */
function ownSummary({ machines = [], ...summary }: Summary): Summary {
  const withoutMachines = (
    field: 'needsYouCount' | 'costTodayUsd' | 'tokensToday',
    total: number,
  ): number =>
    Math.max(
      0,
      machines.reduce((sum, card) => sum - card[field], total),
    );
  return {
    ...summary,
    needsYouCount: withoutMachines('needsYouCount', summary.needsYouCount),
    totalCostTodayUsd: withoutMachines('costTodayUsd', summary.totalCostTodayUsd),
    totalTokensToday: withoutMachines('tokensToday', summary.totalTokensToday),
  };
}
