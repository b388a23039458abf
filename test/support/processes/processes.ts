import { spawn, spawnSync, type ChildProcess } from 'node:child_process';

const node: readonly [string, string[]] = [process.execPath, ['-e', 'setInterval(() => 0, 1e6)']];

/** A process that is idle for at least a minute; the caller ends it. */
export function idleProcess(): ChildProcess & { readonly pid: number } {
  const [file, args] = process.platform === 'win32' ? node : ['sleep', ['60']];
  const child = spawn(file, args, { stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} cannot be started`);
  return Object.assign(child, { pid });
}

/** Id of a process that has ended. */
export function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
