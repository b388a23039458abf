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
import { LineSplitter } from '../../../util/jsonLines';
import { afterRunning } from '../../../util/runningTime';
import { ClockSkew } from './clockSkew';
import { MachineCommand } from './machineCommand';
import type { MachineEnd } from './machineFault';
import type { MachineCommandLine } from './machineCommandLine';
import { readFrame } from './readFrame';
import { ReadingShare } from './readingShare';

/** Time in ms within which the program on the machine must send its greeting. */
const greetingMs = 25_000;
/**
 * Time in ms after the greeting within which the program must connect to its hub. With a home on a
 * slow network file system, the hub first reads existing data.
 */
const hubPatienceMs = 2 * 60_000;
/** Time in ms after which a program that was asked to end is killed. */
const killMs = 2_000;
/** Maximum number of characters of shell output before the greeting. */
const maxShellOutput = 1024 * 1024;
/** Maximum number of bytes that a machine may leave unread before it counts as hanging. */
const maxUnread = 2 * maxFrameBytes;
/** Maximum time in ms for which frames are handled without yielding to other work. */
const sliceMs = 4;

type Hello = Extract<FromMachine, { type: 'hello' }>;

export interface MachineListener {
  /** Called when the program on the machine sends its greeting. */
  onGreeting?(): void;
  /** Called with each frame after the greeting, except pongs. */
  onFrame(frame: Exclude<FromMachine, { type: 'pong' }>): void;
  /**
   * Called with each pong, which shows that the machine is alive even if it has nothing to send.
   */
  onPong?(): void;
  /** Called when the estimated clock difference changed. */
  onSkew(): void;
  /** Called once when the connection ends, for any reason; no other call follows. */
  onEnd(end: MachineEnd): void;
}

export interface MachineConnectionParts {
  readonly commandLine: MachineCommandLine;
  readonly listener: MachineListener;
  /** The first frame that is sent. */
  readonly desk: Extract<ToMachine, { type: 'desk' }>;
  readonly clock?: () => number;
  /** Replaces the constant of this name. */
  readonly hubPatienceMs?: number;
  /** Replaces the default share. */
  readonly share?: ReadingShare;
}

/**
 * One run of the command that leads to a machine, from the handshake to the end of the connection.
 */
export class MachineConnection implements Disposable {
  readonly skew: ClockSkew;
  /**
   * Random name of this connection. A machine proves its identity for this name, and signatures
   * made for it are invalid on any other connection.
   */
  readonly line = randomBytes(16).toString('base64url');
  private readonly command: MachineCommand;
  private readonly clock: () => number;
  private readonly pingTimer: NodeJS.Timeout;
  private readonly unreadLines: string[] = [];
  private readTimer: NodeJS.Timeout | undefined;
  private cancelSilenceTimer: () => void = () => undefined;
  private cancelHubTimer: () => void = () => undefined;
  private isGreeted = false;
  private hasEnded = false;
  private shellOutputLength = 0;
  private readonly share: ReadingShare;

  constructor(private readonly parts: MachineConnectionParts) {
    this.clock = parts.clock ?? Date.now;
    this.share = parts.share ?? new ReadingShare();
    this.skew = new ClockSkew(this.clock);
    this.command = new MachineCommand(parts.commandLine, (end) => this.end(end));
    const { child } = this.command;
    const lines = new LineSplitter(
      maxFrameBytes,
      (line) => this.handleLine(line),
      () => this.end({ fault: 'protocol', detail: 'A frame is too long.' }),
    );
    child.stdout.on('data', (bytes: Buffer) => {
      if (this.isGreeted) this.restartSilenceTimer();
      lines.feed(bytes);
    });
    this.cancelSilenceTimer = afterRunning(greetingMs, () => this.end(this.silenceFault()));
    this.send({ ...parts.desk, line: this.line });
    this.pingTimer = setInterval(() => this.ping(), machineBeatMs);
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
    clearInterval(this.pingTimer);
    clearTimeout(this.readTimer);
    this.cancelSilenceTimer();
    this.cancelHubTimer();
    this.unreadLines.length = 0;
    const { child } = this.command;
    child.stdin.end();
    child.stdout.resume();
    const force = setTimeout(() => child.kill('SIGKILL'), killMs).unref();
    child.once('close', () => clearTimeout(force));
    child.kill();
    // A suspended process receives the signal only after SIGCONT, and this hub may have ended by
    // then.
    if (process.platform !== 'win32') child.kill('SIGCONT');
  }

  private startFrames(): void {
    this.isGreeted = true;
    this.parts.listener.onGreeting?.();
    this.restartSilenceTimer();
    this.restartHubTimer();
    this.ping();
  }

  private ping(): void {
    if (this.isGreeted) this.send({ type: 'ping', at: this.clock() });
  }

  private restartSilenceTimer(): void {
    this.cancelSilenceTimer();
    this.cancelSilenceTimer = afterRunning(machineSilenceMs, () => this.end({ fault: 'silent' }));
  }

  /**
   * Ends the connection if no hub starts in time: the program alone would answer pings forever,
   * without any sessions.
   */
  private restartHubTimer(): void {
    this.cancelHubTimer();
    const { hubPatienceMs: ms = hubPatienceMs } = this.parts;
    this.cancelHubTimer = afterRunning(ms, () => this.end({ ...this.command.end, fault: 'hub' }));
  }

  /**
   * Returns the fault of a command that runs without output: it waits for a person, or its host
   * hangs.
   */
  private silenceFault(): MachineEnd {
    const { end } = this.command;
    return end.fault === 'ended' ? { ...end, fault: 'silent' } : end;
  }

  /** Handles a line of output; lines before the greeting come from the shell. */
  private handleLine(line: string): void {
    if (this.hasEnded) return;
    if (!this.isGreeted) {
      if (line.trim() === machineGreeting) this.startFrames();
      else this.handleShellLine(line);
      return;
    }
    this.unreadLines.push(line);
    this.readTimer ??= setTimeout(() => this.read(), 0);
  }

  private handleShellLine(line: string): void {
    this.command.storeOutput(`${line}\n`);
    this.shellOutputLength += line.length + 1;
    if (this.shellOutputLength > maxShellOutput) {
      this.end({ fault: 'protocol', detail: 'It says much, and never what is expected.' });
    }
  }

  private read(): void {
    this.readTimer = undefined;
    const { share } = this;
    const from = share.clock();
    while (this.unreadLines.length > 0 && share.clock() - from < sliceMs) {
      this.handleFrame(this.unreadLines.shift() ?? '');
      if (this.hasEnded) return;
    }
    const pauseMs = share.spend(share.clock() - from);
    if (share.isFlooding) {
      return this.end({ fault: 'protocol', detail: 'It sends more than any board has.' });
    }
    if (this.unreadLines.length > 0 || pauseMs > 0) {
      this.command.child.stdout.pause();
      this.readTimer = setTimeout(() => this.read(), pauseMs);
    } else {
      this.command.child.stdout.resume();
    }
  }

  private handleFrame(line: string): void {
    const frame = readFrame(line);
    if (frame === undefined) return;
    if (frame.type === 'hello') {
      const fault = this.identityFault(frame);
      if (fault !== undefined) return this.end(fault);
      this.cancelHubTimer();
    }
    if (frame.type === 'pause') this.restartHubTimer();
    if (frame.type !== 'pong') return this.parts.listener.onFrame(frame);
    this.parts.listener.onPong?.();
    if (this.skew.addSample(frame)) this.parts.listener.onSkew();
  }

  /**
   * Returns the fault of a machine that did not prove its id for this connection; it could
   * impersonate another machine.
   */
  private identityFault(hello: Hello): MachineEnd | undefined {
    const { proofs, beside, release, protocol } = hello;
    if (protocol !== protocolVersion) return undefined; // The listener reports it.
    if (proofs === undefined) return { fault: 'version', detail: release };
    if (isProved({ ...hello, line: this.line }, proofs, beside)) return undefined;
    return { fault: 'protocol', detail: 'It did not prove which machine it is.' };
  }
}
