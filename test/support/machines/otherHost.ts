import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const namespaces = ['--net', '--uts', '--pid', '--mount'] as const;
/** Other users need a user namespace, in which they are root. */
const isRoot = process.getuid?.() === 0;

/** A process on another host, with its id and start time there. */
export interface ProcessThere {
  readonly pid: number;
  readonly procStart: string;
  end(): Promise<void>;
}

/**
 * Simulates a host with its own name, network and processes that shares this one's files, like a
 * home on a network file system. Works only on Linux.
 */
export class OtherHost {
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly holder: ChildProcess,
    /** Prefix that runs a command on the host. */
    readonly command: readonly [string, ...string[]],
  ) {}

  /** Undefined if this machine cannot simulate a host. */
  static async start(name: string): Promise<OtherHost | undefined> {
    const make = ['--net', '--uts', '--pid', '--fork', '--mount-proc', '--kill-child'];
    const own = isRoot ? [] : ['--user', '--map-root-user'];
    const script = 'hostname "$1" && ip link set lo up && echo up && while :; do sleep 1000; done';
    const holder = spawn('unshare', [...own, ...make, 'sh', '-c', script, 'sh', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    holder.on('error', () => undefined); // `unshare` is not installed.
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

  /** Starts a program there, and waits for its first line. */
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
    // `nsenter` only waits for its child and forwards no signals, so the child is killed directly.
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

  /** Ends the host with all its processes. */
  async stop(): Promise<void> {
    if (this.holder.exitCode !== null || this.holder.signalCode !== null) return;
    const gone = once(this.holder, 'exit');
    this.holder.kill('SIGKILL');
    await gone;
    for (const child of this.children) child.kill('SIGKILL');
  }
}
