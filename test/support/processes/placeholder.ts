import { spawn } from 'node:child_process';
import { procStat } from '../../../src/extension/hub/ingest/procStat';
import { clientVersion, entrypoint } from '../transcript/clientLines';

/** A living process that stands in for the client's. */
export interface Placeholder {
  readonly pid: number;
  /** The process's start time in the system's own format; undefined if the system has none. */
  readonly procStart?: string;
  kill(): void;
}

/** Starts an idle process that ends with this one, because its input closes. */
export function startPlaceholder(): Placeholder {
  const [command, ...args] =
    process.platform === 'win32'
      ? [process.execPath, '-e', 'process.stdin.resume()']
      : ['cat', '-'];
  const child = spawn(command ?? 'cat', args, { stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  // Killing the placeholder breaks the pipe, to which nothing is written.
  child.stdin.on('error', () => {});
  const { pid } = child;
  if (pid === undefined) throw new Error('No placeholder process could be started.');
  const procStart = procStat(pid)?.startTime; // Only Linux has the start time in this form.
  return {
    pid,
    ...(procStart !== undefined && { procStart }),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** First fields of a client's registry file, naming the placeholder as its process. */
export const registryHead = (
  { pid, procStart }: Placeholder,
  sessionId: string,
  cwd: string,
  startedAt: number,
) => ({
  pid,
  sessionId,
  cwd,
  startedAt,
  ...(procStart !== undefined && { procStart }),
  version: clientVersion,
  peerProtocol: 1,
  kind: 'interactive',
  entrypoint,
});
