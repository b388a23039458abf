import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import type { Placeholder } from './stage';

/** A process that does nothing and ends by itself when we do, because its input closes. */
export function hirePlaceholder(): Placeholder {
  const [command, ...args] =
    process.platform === 'win32'
      ? [process.execPath, '-e', 'process.stdin.resume()']
      : ['cat', '-'];
  const child = spawn(command ?? 'cat', args, { stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  // A killed placeholder closes the pipe; nobody writes to it.
  child.stdin.on('error', () => {});
  const { pid } = child;
  if (pid === undefined) throw new Error('No placeholder process could be started.');
  const procStart = startTime(pid);
  return {
    pid,
    ...(procStart !== undefined && { procStart }),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Field 22 of `/proc/<pid>/stat`; the name in field 2 may hold spaces and brackets. */
function startTime(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined; // Only Linux tells it this way.
  }
}
