import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const namespaces = ['--net', '--uts', '--pid', '--mount'] as const;
/** Others than root get a namespace in which they are. */
const isRoot = process.getuid?.() === 0;

/** A process on another host, as it is known there. */
export interface ProcessThere {
  readonly pid: number;
  readonly procStart: string;
  end(): Promise<void>;
}

/**
 * A host of another name with a network and processes of its own and the files of this one, as one that
 * has the same home on a network's file system. Linux alone can play one.
 */
export class OtherHost {
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly holder: ChildProcess,
    /** Runs there what follows. */
    readonly command: readonly [string, ...string[]],
  ) {}

  /** Undefined where this machine cannot play one. */
  static async start(name: string): Promise<OtherHost | undefined> {
    const make = ['--net', '--uts', '--pid', '--fork', '--mount-proc', '--kill-child'];
    const own = isRoot ? [] : ['--user', '--map-root-user'];
    const script = 'hostname "$1" && ip link set lo up && echo up && while :; do sleep 1000; done';
    const holder = spawn('unshare', [...own, ...make, 'sh', '-c', script, 'sh', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    holder.on('error', () => undefined); // It is not installed.
    const lines = createInterface(holder.stdout);
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [unknown];
    if (line !== 'up') return undefined;
    const first = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
    const enter = isRoot ? namespaces : ['--user', '--preserve-credentials', ...namespaces];
    return new OtherHost(holder, ['nsenter', '-t', first, ...enter, '--']);
  }

  /** Runs a program there to its end. */
  run(command: readonly string[], env: NodeJS.ProcessEnv, input: string): void {
    const [program, ...before] = this.command;
    const done = spawnSync(program, [...before, ...command], {
      env: { PATH: process.env['PATH'], ...env },
      input,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`${command.join(' ')}: ${done.status} ${done.stderr}`);
  }

  /** Begins a program there, and waits for its first line. */
  async begins(
    command: readonly string[],
  ): Promise<{ readonly child: ChildProcess; readonly line: string }> {
    const [program, ...before] = this.command;
    const child = spawn(program, [...before, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.children.push(child);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { child, line };
  }

  /** Starts an idle process on the other host. */
  async idles(): Promise<ProcessThere> {
    const script = 'read -r stat </proc/$$/stat; echo "$$ $stat"; exec sleep 1000';
    const { child, line } = await this.begins(['sh', '-c', script]);
    const procStart = line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    // The entering process waits for it, and hands it no signal on.
    const [inner = ''] = readFileSync(
      `/proc/${child.pid}/task/${child.pid}/children`,
      'utf8',
    ).split(' ');
    return {
      pid: Number.parseInt(line, 10),
      procStart,
      async end() {
        process.kill(Number(inner), 'SIGKILL');
        await once(child, 'exit');
      },
    };
  }

  /** The host goes with all that runs on it. */
  async stop(): Promise<void> {
    if (this.holder.exitCode !== null || this.holder.signalCode !== null) return;
    const gone = once(this.holder, 'exit');
    this.holder.kill('SIGKILL');
    await gone;
    for (const child of this.children) child.kill('SIGKILL');
  }
}
