import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { runSystemTool } from '../systemTool';

const length = 8;

let known: Promise<string> | undefined;

/**
 * Names this host: the same for all whose loopback leads to one hub, another for every other computer
 * and container that has the same config home. It holds no name that the host could change while a hub
 * runs; after a restart it is another one on Linux.
 */
export function hostId(): Promise<string> {
  known ??= hostWords().then(hashOf);
  return known;
}

/** Names this host over its restarts, as long as its name stays. */
export async function lastingHostId(): Promise<string> {
  return hashOf(await lastingWords());
}

function hashOf(words: readonly string[]): string {
  const text = ['mission-control/host', ...words].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

async function hostWords(): Promise<readonly string[]> {
  try {
    if (process.platform === 'linux') return await linuxWords();
    if (process.platform === 'darwin') return [await hardwareName()];
  } catch {
    // A system that tells neither: its name is all that is left.
  }
  return lastingWords();
}

async function lastingWords(): Promise<readonly string[]> {
  return [await machineFile(), hostname()];
}

/** Copies of one image have one machine id, and containers share the kernel's run: the network of each is its own. */
function linuxWords(): Promise<readonly string[]> {
  return Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/net'),
  ]);
}

async function hardwareName(): Promise<string> {
  const name = (await runSystemTool('/usr/sbin/sysctl', ['-n', 'kern.uuid'])).trim();
  if (name === '') throw new Error('This Mac has no hardware UUID');
  return name;
}

/** Empty where the system has no such file. */
export async function machineFile(): Promise<string> {
  return (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim();
}
