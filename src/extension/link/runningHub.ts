import { protocolVersion, type Endpoint } from '../../shared/protocol/protocol';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import { findHubLocation } from '../util/hub/hubFolder';
import { readKey } from '../util/hub/hubKey';
import { transportTo, type ReachableHub } from '../util/hub/reachableHub';
import { probe } from './probe';

/**
 * The reason why no hub of the config home can be used. `older`, `newer`: the hub's protocol has
 * another version. `silent`: the hub does not answer in time.
 */
export type HubAbsence = 'none' | 'older' | 'newer' | 'silent';

/** Finds the hub of the config home and verifies it; undefined while there is none. */
export async function findRunningHub(configHome: string): Promise<ReachableHub | undefined> {
  try {
    const files = await readHubFiles(configHome);
    if (files === undefined || (await probe(files.port, files.key)) !== 'hub') return undefined;
    return await toReachableHub(files);
  } catch {
    return undefined; // The folder is unsafe: other users can write to it.
  }
}

/**
 * Like `findRunningHub`, with the reason why there is none. A hub with a socket is not verified: the
 * socket is in the extension's folder, and a call to it fails if the hub has ended. Creates no
 * files. Rejects if other users can write to that folder.
 */
export async function locateRunningHub(configHome: string): Promise<ReachableHub | HubAbsence> {
  const files = await readHubFiles(configHome);
  if (files === undefined) return 'none';
  const { endpoint, port, key } = files;
  if (endpoint.version === protocolVersion && endpoint.socket !== undefined)
    return (await toReachableHub(files)) ?? 'none';
  const answer = await probe(port, key);
  if (answer === 'hub') return (await toReachableHub(files)) ?? 'none';
  if (answer === 'newer' || answer === 'silent') return answer;
  return answer === 'foreign' && endpoint.version < protocolVersion ? 'older' : 'none';
}

/** The data that a hub of this host has written to the extension's folder. */
interface HubFiles {
  readonly folder: PrivateFolder;
  readonly endpoint: Endpoint;
  readonly port: number;
  readonly key: string;
}

async function readHubFiles(configHome: string): Promise<HubFiles | undefined> {
  const ours = new PrivateFolder(missionControlFolder(configHome));
  if (!(await ours.isThere())) return undefined;
  const { folder, endpoint } = await findHubLocation(ours);
  const key = endpoint && (await readKey(ours));
  if (endpoint === undefined || key === undefined || !URL.canParse(endpoint.url)) return undefined;
  return { folder, endpoint, port: Number(new URL(endpoint.url).port), key };
}

async function toReachableHub({
  folder,
  endpoint,
  port,
  key,
}: HubFiles): Promise<ReachableHub | undefined> {
  // The token is written right after the port is bound.
  const token = (await folder.read('token'))?.trim() ?? '';
  if (token === '') return undefined;
  return { url: `http://127.0.0.1:${port}`, token, way: transportTo(endpoint, folder, key) };
}
