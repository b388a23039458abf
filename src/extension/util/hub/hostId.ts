import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { runSystemTool } from '../systemTool';

const length = 8;

let cachedId: Promise<string> | undefined;

/**
 * Id of this host: equal for all processes whose loopback reaches the same hub, different for every
 * other computer or container that shares the config home. It does not depend on the host's name,
 * which may change while a hub runs; on Linux it changes with a restart.
 */
export function hostId(): Promise<string> {
  cachedId ??= hostTraits().then(hashOf);
  return cachedId;
}

/** Id of this host that stays the same across restarts while the host keeps its name. */
export async function lastingHostId(): Promise<string> {
  return hashOf(await lastingTraits());
}

function hashOf(traits: readonly string[]): string {
  const text = ['mission-control/host', ...traits].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

async function hostTraits(): Promise<readonly string[]> {
  try {
    if (process.platform === 'linux') return await linuxTraits();
    if (process.platform === 'darwin') return [await hardwareName()];
  } catch {
    // These identifiers are not readable, so the fallback below is used.
  }
  return lastingTraits();
}

async function lastingTraits(): Promise<readonly string[]> {
  return [await machineFile(), hostname()];
}

/**
 * Copies of an image share the machine id, and containers share the kernel's boot id; each
 * container has its own network namespace.
 */
function linuxTraits(): Promise<readonly string[]> {
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

/** The id in `/etc/machine-id`; empty if the system has no such file. */
export async function machineFile(): Promise<string> {
  return (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim();
}
