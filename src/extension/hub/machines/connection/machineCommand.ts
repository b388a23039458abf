import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { machineEnd, type MachineEnd } from './machineFault';
import type { MachineCommandLine } from './machineCommandLine';

/** Maximum number of characters of the output that are kept to find the fault. */
const maxSaid = 16 * 1024;

/**
 * Minimum time between two reads of a command's standard error, in ms: a machine may write to it
 * endlessly.
 */
const complaintMs = 50;

/** A process of the command that leads to a machine, with the output that explains its end. */
export class MachineCommand {
  readonly child: ChildProcessWithoutNullStreams;
  private said = '';
  private errors = '';

  /** `onEnd` runs if the command can't be started, and when it has ended. */
  constructor({ file, args }: MachineCommandLine, onEnd: (end: MachineEnd) => void) {
    this.child = spawn(file, [...args], {
      stdio: 'pipe',
      windowsHide: true,
      // Faults are found by their English messages.
      env: { ...process.env, LC_ALL: 'C' },
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
      this.errors = `${this.errors}${bytes.toString('utf8')}`.slice(-maxSaid);
      child.stderr.pause();
      setTimeout(() => child.stderr.resume(), complaintMs).unref();
    });
  }

  /** Keeps text of standard output that is not a frame. */
  note(text: string): void {
    this.said = `${this.said}${text}`.slice(-maxSaid);
  }

  hasSaid(line: string): boolean {
    return this.said.split('\n').some((one) => one.trim() === line);
  }

  /** Fault and last words of the command, as its output up to now shows them. */
  get end(): MachineEnd {
    return machineEnd(this.said, this.errors);
  }
}
