import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { machineEnd, type MachineEnd } from './machineFault';
import type { MachineWay } from './machineWay';

/** Bytes of greetings and complaints that are kept to tell a fault by. */
const maxSaid = 16 * 1024;

/** Standard error of a command is read at most once in this time, in ms: a machine may fill it without end. */
const complaintMs = 50;

/** A process of the command that leads to a machine, and what it said by which its end is explained. */
export class MachineCommand {
  readonly child: ChildProcessWithoutNullStreams;
  private said = '';
  private errors = '';

  /** `onEnd` runs when the command can't be started, and when it has ended. */
  constructor({ file, args }: MachineWay, onEnd: (end: MachineEnd) => void) {
    this.child = spawn(file, [...args], {
      stdio: 'pipe',
      windowsHide: true,
      // The words of faults are told by in the system's own language.
      env: { ...process.env, LC_ALL: 'C' },
    });
    const { child } = this;
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      onEnd({ fault: isMissing ? 'command' : 'ended', detail: error.message });
    });
    child.once('close', () => onEnd(this.end));
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on('error', () => undefined); // Its end is told by `close`.
    }
    child.stderr.on('data', (bytes: Buffer) => {
      this.errors = `${this.errors}${bytes.toString('utf8')}`.slice(-maxSaid);
      child.stderr.pause();
      setTimeout(() => child.stderr.resume(), complaintMs).unref();
    });
  }

  /** Text of standard output that is no frame. */
  note(text: string): void {
    this.said = `${this.said}${text}`.slice(-maxSaid);
  }

  hasSaid(line: string): boolean {
    return this.said.split('\n').some((one) => one.trim() === line);
  }

  /** Explains an end of the command at this moment by what it has said. */
  get end(): MachineEnd {
    return machineEnd(this.said, this.errors);
  }
}
