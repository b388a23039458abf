import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A shell script that stands in for a program of the system, first in the `PATH` of this process. */
export class StandInProgram {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'stand-in-'));
  private readonly pathBefore = process.env['PATH'];

  /** `end` is what the script does after it has recorded its start; by default it waits. */
  constructor(
    private readonly name: string,
    end = 'exec sleep 600',
  ) {
    const file = path.join(this.folder, name);
    const lines = ['#!/bin/sh', `echo "$$ $*" >> '${this.record}'`, end];
    writeFileSync(file, `${lines.join('\n')}\n`);
    chmodSync(file, 0o755);
    process.env['PATH'] = `${this.folder}${path.delimiter}${this.pathBefore ?? ''}`;
  }

  /** The process id and the arguments of each start. */
  get starts(): readonly { readonly pid: number; readonly args: string }[] {
    if (!existsSync(this.record)) return [];
    const lines = readFileSync(this.record, 'utf8').trim().split('\n');
    return lines.map((line) => {
      const [pid = '', ...args] = line.split(' ');
      return { pid: Number(pid), args: args.join(' ') };
    });
  }

  /** Number of its processes that run. */
  get running(): number {
    return this.starts.filter(({ pid }) => isAlive(pid)).length;
  }

  dispose(): void {
    process.env['PATH'] = this.pathBefore;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get record(): string {
    return path.join(this.folder, `${this.name}.starts`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
