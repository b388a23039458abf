import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { PrivateFolder } from '../files/privateFolder';
import { machineFile } from './hostId';

const nameForm = /^[0-9a-f]{32}$/u;

/**
 * Names this machine and config home to a desk: the same by whichever way the desk comes, another on
 * each of several machines that share a home, and in each container of one image.
 */
export async function machineIdentity(folder: PrivateFolder): Promise<string> {
  await folder.ensure();
  const own = await ownName(folder);
  const about = ['mission-control/machine', await machineFile(), hostname(), own].join('/');
  return `m${createHash('sha256').update(about).digest('hex').slice(0, 16)}`;
}

async function ownName(folder: PrivateFolder): Promise<string> {
  const kept = (await folder.readPrivate('machine'))?.trim() ?? '';
  if (nameForm.test(kept)) return kept;
  await folder.makeRoom('machine');
  return (await folder.writeOnce('machine', randomBytes(16).toString('hex'))).trim();
}
