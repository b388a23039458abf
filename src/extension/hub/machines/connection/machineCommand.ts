import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { machineEnd, type MachineEnd } from './machineFault';
import type { MachineCommandLine } from './machineCommandLine';

/** Number of characters of each output that are kept for finding the fault. */
const maxOutputLength = 16 * 1024;

/**
 * Pause in ms between two reads of the standard error of a command, because a machine may write to
 * it endlessly.
 */
const stderrPauseMs = 50;

/**
 * The process of a command that leads to a machine. It keeps the output that explains why it ended.
 */
export class MachineCommand {
  readonly child: ChildProcessWithoutNullStreams;
  private output = '';
  private errorOutput = '';

  /** `onEnd` runs if the command can't be started, and when it has ended. */
  constructor({ file, args, env, cwd }: MachineCommandLine, onEnd: (end: MachineEnd) => void) {
    this.child = spawn(file, [...args], {
      stdio: 'pipe',
      windowsHide: true,
      // Faults are recognized by their English messages.
      env: { ...process.env, LC_ALL: 'C', ...env },
      ...(cwd !== undefined && { cwd }),
    });
    const { child } = this;
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      onEnd({ fault: isMissing ? 'command' : 'ended', detail: error.message });
    });
    child.once('close', () => onEnd(this.end));
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on('error', () => undefined); // `close` reports the end.
    }
    child.stderr.on('data', (bytes: Buffer) => {
      this.errorOutput = `${this.errorOutput}${bytes.toString('utf8')}`.slice(-maxOutputLength);
      child.stderr.pause();
      setTimeout(() => child.stderr.resume(), stderrPauseMs).unref();
    });
  }

  /** Stores text of standard output that is not a frame. */
  storeOutput(text: string): void {
    this.output = `${this.output}${text}`.slice(-maxOutputLength);
  }

  hasPrinted(line: string): boolean {
    return this.output.split('\n').some((one) => one.trim() === line);
  }

  /** The fault, according to the output up to now, and the last line of that output. */
  get end(): MachineEnd {
    return machineEnd(this.output, this.errorOutput);
  }
}
