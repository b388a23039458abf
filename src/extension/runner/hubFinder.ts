import { probe } from '../link/probe';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { findHubLocation } from '../util/hub/hubFolder';
import { readOrCreateKey } from '../util/hub/hubKey';
import { PrivateFolder } from '../util/files/privateFolder';
import { transportTo, type ReachableHub } from '../util/hub/reachableHub';

/** Finds the hub of the config home and verifies it; undefined while there is none. */
export async function findRunningHub(configHome: string): Promise<ReachableHub | undefined> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  try {
    // Rejects if our folder was removed, so that the key is not created again.
    const trace = await findHubLocation(folder);
    const { endpoint } = trace;
    if (endpoint === undefined) return undefined;
    const key = await readOrCreateKey(folder);
    const port = Number(new URL(endpoint.url).port);
    if ((await probe(port, key)) !== 'hub') return undefined;
    const token = (await trace.folder.read('token'))?.trim() ?? '';
    if (token === '') return undefined;
    return {
      url: `http://127.0.0.1:${port}`,
      token,
      way: transportTo(endpoint, trace.folder, key),
    };
  } catch {
    return undefined;
  }
}
