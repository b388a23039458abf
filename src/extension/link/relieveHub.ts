import { randomBytes } from 'node:crypto';
import { hubTrace } from '../util/hub/hubFolder';
import type { PrivateFolder } from '../util/files/privateFolder';

/**
 * Ends a hub that does not believe this editor. Its token file says which hub serves the config home:
 * one that finds another's there goes within a second. So only who can write our folder can do it;
 * the token, which can also be read where the folder is mounted read-only, is not enough.
 */
export async function relieveHub(ours: PrivateFolder): Promise<void> {
  const { folder } = await hubTrace(ours);
  await folder.write('token', randomBytes(32).toString('hex'));
}
