import { spawn } from 'node:child_process';
import { procStat } from '../../../../src/extension/hub/ingest/procStat';
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
  const procStart = procStat(pid)?.startTime; // Only Linux tells it this way.
  return {
    pid,
    ...(procStart !== undefined && { procStart }),
    kill: () => void child.kill('SIGKILL'),
  };
}
