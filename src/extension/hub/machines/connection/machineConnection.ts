import { randomBytes } from 'node:crypto';
import {
  machineBeatMs,
  machineGreeting,
  machineSilenceMs,
  maxFrameBytes,
  type FromMachine,
  type ToMachine,
} from '../../../../shared/protocol/machines/frames';
import { protocolVersion } from '../../../../shared/protocol/protocol';
import { isProved } from '../../../util/hub/provingKey';
import type { Disposable } from '../../../util/lifetime';
import { LineCutter } from '../../../util/jsonLines';
import { afterRunning } from '../../../util/runningTime';
import { ClockSkew } from './clockSkew';
import { MachineCommand } from './machineCommand';
import type { MachineEnd } from './machineFault';
import type { MachineCommandLine } from './machineCommandLine';
import { readFrame } from './readFrame';
import { ReadingShare } from './readingShare';

/** Time in ms within which the host's program must send its greeting. */
const greetingMs = 25_000;
/**
 * Time in ms within which a program must have its hub after the greeting: with a home on a slow
 * network file system, the hub first reads what is there.
 */
const hubPatienceMs = 2 * 60_000;
/** Time in ms after which a program that was asked to end is killed. */
const killMs = 2_000;
/** Maximum number of characters that a shell prints before the greeting. */
const maxUnspoken = 1024 * 1024;
/** A machine that leaves more bytes than this unread hangs. */
const maxUnread = 2 * maxFrameBytes;
/** Maximum time in ms for which frames are read without a pause. */
const sliceMs = 4;

type Hello = Extract<FromMachine, { type: 'hello' }>;

export interface MachineListener {
  /** Called when the program on the machine sends its greeting. */
  onGreeting?(): void;
  /** Called with each frame after the greeting, except pongs. */
  onFrame(frame: Exclude<FromMachine, { type: 'pong' }>): void;
  /** Called with each pong: the machine is alive even if it has nothing to send. */
  onPong?(): void;
  /** Called when the known difference of the machine's clock changed. */
  onSkew(): void;
  /** Called once, whatever ended the connection; no other call follows. */
  onEnd(end: MachineEnd): void;
}

export interface MachineConnectionParts {
  readonly way: MachineCommandLine;
  readonly listener: MachineListener;
  /** The first frame that is sent. */
  readonly desk: Extract<ToMachine, { type: 'desk' }>;
  readonly clock?: () => number;
  /** Replaces the constant of the same name, in ms. */
  readonly hubPatienceMs?: number;
  /** Replaces the default share. */
  readonly share?: ReadingShare;
}

/** Runs the command that leads to a machine once, from its start to its end. */
export class MachineConnection implements Disposable {
  readonly skew: ClockSkew;
  /**
   * Random name of this connection. A machine proves its identity for this name, and signatures
   * made for it are valid for no other connection.
   */
  readonly line = randomBytes(16).toString('base64url');
  private readonly command: MachineCommand;
  private readonly clock: () => number;
  private readonly beat: NodeJS.Timeout;
  private readonly waiting: string[] = [];
  private reading: NodeJS.Timeout | undefined;
  private endWaiting: () => void = () => undefined;
  private endHubWaiting: () => void = () => undefined;
  private isGreeted = false;
  private hasEnded = false;
  private unspokenLength = 0;
  private readonly share: ReadingShare;

  constructor(private readonly parts: MachineConnectionParts) {
    this.clock = parts.clock ?? Date.now;
    this.share = parts.share ?? new ReadingShare();
    this.skew = new ClockSkew(this.clock);
    this.command = new MachineCommand(parts.way, (end) => this.end(end));
    const { child } = this.command;
    const lines = new LineCutter(
      maxFrameBytes,
      (line) => this.handleLine(line),
      () => this.end({ fault: 'protocol', detail: 'A frame is too long.' }),
    );
    child.stdout.on('data', (bytes: Buffer) => {
      if (this.isGreeted) this.expectMore();
      lines.feed(bytes);
    });
    this.endWaiting = afterRunning(greetingMs, () => this.end(this.silenceEnd()));
    this.send({ ...parts.desk, line: this.line });
    this.beat = setInterval(() => this.ping(), machineBeatMs);
  }

  send(frame: ToMachine): void {
    const { stdin } = this.command.child;
    if (this.hasEnded || !stdin.writable) return;
    stdin.write(`${JSON.stringify(frame)}\n`);
    if (stdin.writableLength > maxUnread) this.end({ fault: 'silent' });
  }

  dispose(): void {
    this.hasEnded = true;
    this.stop();
  }

  private end(end: MachineEnd): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.stop();
    this.parts.listener.onEnd(end);
  }

  private stop(): void {
    clearInterval(this.beat);
    clearTimeout(this.reading);
    this.endWaiting();
    this.endHubWaiting();
    this.waiting.length = 0;
    const { child } = this.command;
    child.stdin.end();
    child.stdout.resume();
    const force = setTimeout(() => child.kill('SIGKILL'), killMs).unref();
    child.once('close', () => clearTimeout(force));
    child.kill();
    // A suspended process receives the signal only after SIGCONT, and the hub may be gone by then.
    if (process.platform !== 'win32') child.kill('SIGCONT');
  }

  private startFrames(): void {
    this.isGreeted = true;
    this.parts.listener.onGreeting?.();
    this.expectMore();
    this.expectHub();
    this.ping();
  }

  private ping(): void {
    if (this.isGreeted) this.send({ type: 'ping', at: this.clock() });
  }

  private expectMore(): void {
    this.endWaiting();
    this.endWaiting = afterRunning(machineSilenceMs, () => this.end({ fault: 'silent' }));
  }

  /** A program whose hub never comes would answer pings forever without any sessions. */
  private expectHub(): void {
    this.endHubWaiting();
    const { hubPatienceMs: ms = hubPatienceMs } = this.parts;
    this.endHubWaiting = afterRunning(ms, () => this.end({ ...this.command.end, fault: 'hub' }));
  }

  /** A command that runs without output waits for a person, or its host hangs. */
  private silenceEnd(): MachineEnd {
    const { end } = this.command;
    return end.fault === 'ended' ? { ...end, fault: 'silent' } : end;
  }

  /** Handles a line of output; lines before the greeting are the shell's. */
  private handleLine(line: string): void {
    if (this.hasEnded) return;
    if (!this.isGreeted) {
      if (line.trim() === machineGreeting) this.startFrames();
      else this.handleShellLine(line);
      return;
    }
    this.waiting.push(line);
    this.reading ??= setTimeout(() => this.read(), 0);
  }

  private handleShellLine(line: string): void {
    this.command.note(`${line}\n`);
    this.unspokenLength += line.length + 1;
    if (this.unspokenLength > maxUnspoken) {
      this.end({ fault: 'protocol', detail: 'It says much, and never what is expected.' });
    }
  }

  private read(): void {
    this.reading = undefined;
    const { share } = this;
    const from = share.clock();
    while (this.waiting.length > 0 && share.clock() - from < sliceMs) {
      this.handleFrame(this.waiting.shift() ?? '');
      if (this.hasEnded) return;
    }
    const restMs = share.spend(share.clock() - from);
    if (share.isFlooded) {
      return this.end({ fault: 'protocol', detail: 'It sends more than any board has.' });
    }
    if (this.waiting.length > 0 || restMs > 0) {
      this.command.child.stdout.pause();
      this.reading = setTimeout(() => this.read(), restMs);
    } else {
      this.command.child.stdout.resume();
    }
  }

  private handleFrame(line: string): void {
    const frame = readFrame(line);
    if (frame === undefined) return;
    if (frame.type === 'hello') {
      const fault = this.faultOf(frame);
      if (fault !== undefined) return this.end(fault);
      this.endHubWaiting();
    }
    if (frame.type === 'pause') this.expectHub();
    if (frame.type !== 'pong') return this.parts.listener.onFrame(frame);
    this.parts.listener.onPong?.();
    if (this.skew.addSample(frame)) this.parts.listener.onSkew();
  }

  /**
   * Returns the fault of a machine that did not prove its id for this connection: it could name
   * another machine's hub.
   */
  private faultOf(hello: Hello): MachineEnd | undefined {
    const { proofs, beside, release, protocol } = hello;
    if (protocol !== protocolVersion) return undefined; // The listener reports it.
    if (proofs === undefined) return { fault: 'version', detail: release };
    if (isProved({ ...hello, line: this.line }, proofs, beside)) return undefined;
    return { fault: 'protocol', detail: 'It did not prove which machine it is.' };
  }
}
