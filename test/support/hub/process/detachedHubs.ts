import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { endpointSchema } from '../../../../src/shared/protocol/protocol';
import { until } from '../../until';

/** Adds a page for phones beside a bundle of the hub. */
export async function addPhonePage(script: string): Promise<void> {
  const folder = path.join(path.dirname(script), 'phone');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Page</title>');
}

/** Process ids of detached hubs that run this bundle. */
export async function detachedHubPids(script: string): Promise<number[]> {
  const isOutliving = (args: string): boolean =>
    args.includes(script) && args.endsWith('--detached');
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
    return pids.filter((pid) => isOutliving(argumentsOf(pid))).map(Number);
  }
  return new Promise((resolve, reject) => {
    execFile('ps', ['-eo', 'pid=,stat=,args='], (error, stdout) => {
      if (error !== null) return reject(error);
      const lines = stdout.split('\n').filter((line) => {
        const isDead = /^\s*\d+\s+Z/u.test(line);
        return !isDead && isOutliving(line);
      });
      resolve(lines.map((line) => Number.parseInt(line, 10)));
    });
  });
}

/** Command line of a process; empty once it has ended. Ten times cheaper than `ps`. */
function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trimEnd();
  } catch {
    return '';
  }
}

/** Kills the hubs that a failed test has left. */
export async function killDetachedHubs(script: string): Promise<void> {
  for (const pid of await detachedHubPids(script)) process.kill(pid, 'SIGKILL');
}

/** Process id of the hub that serves a config home, read from its files. */
export async function servingHub(home: string): Promise<number> {
  const file = path.join(home, 'mission-control', 'endpoint.json');
  return endpointSchema.parse(JSON.parse(await readFile(file, 'utf8'))).pid;
}

/**
 * Waits until the hub of a config home is detached, the only one of the bundle, and other than
 * `before`; returns its process id.
 */
export async function waitForDetachedHub(
  script: string,
  home: string,
  before?: number,
  timeoutMs?: number,
): Promise<number> {
  const [pid] = await until(
    async () => {
      const serving = await servingHub(home);
      // Checked first: reading one file is much cheaper than listing all processes.
      assert.notEqual(serving, before);
      assert.notEqual(serving, process.pid);
      return [serving, ...(await detachedHubPids(script))] as const;
    },
    (pids) => assert.deepEqual(pids, [pids[0], pids[0]]),
    timeoutMs,
  );
  return pid;
}
