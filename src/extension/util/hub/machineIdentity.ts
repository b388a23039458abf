import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { PrivateFolder } from '../files/privateFolder';
import { machineFile } from './hostId';
import { machineIdOf, provingKey, type ProvingKey } from './provingKey';

/** A machine's id is derived from its own key, so that only the machine can prove it. */
export interface MachineIdentity {
  readonly machineId: string;
  readonly key: ProvingKey;
}

const nameForm = /^[0-9a-f]{32}$/u;

/**
 * Identity of this machine and config home for a desk, a hub that shows this machine on its board:
 * independent of the connection, and different for machines that share a home and for containers of
 * one image.
 */
export async function machineIdentity(folder: PrivateFolder): Promise<MachineIdentity> {
  await folder.ensure();
  const own = await ownName(folder);
  const about = ['mission-control/machine', await machineFile(), hostname(), own].join('/');
  const key = provingKey(about);
  return { machineId: machineIdOf(key.publicKey), key };
}

async function ownName(folder: PrivateFolder): Promise<string> {
  const stored = (await folder.readPrivate('machine'))?.trim() ?? '';
  if (nameForm.test(stored)) return stored;
  await folder.makeRoom('machine');
  return (await folder.writeOnce('machine', randomBytes(16).toString('hex'))).trim();
}
