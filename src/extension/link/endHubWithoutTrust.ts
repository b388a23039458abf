import { randomBytes } from 'node:crypto';
import { findHubLocation } from '../util/hub/hubFolder';
import type { PrivateFolder } from '../util/files/privateFolder';

/**
 * Ends a hub that does not trust this editor by replacing its token file: a hub that finds a
 * different token there stops within a second. Only a process that can write to the
 * extension's folder can do this; knowing the token is not enough, since the folder may be mounted
 * read-only elsewhere.
 */
export async function endHubWithoutTrust(ours: PrivateFolder): Promise<void> {
  const { folder } = await findHubLocation(ours);
  await folder.write('token', randomBytes(32).toString('hex'));
}
