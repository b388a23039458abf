import { protocolVersion, type Endpoint } from '../../shared/protocol/protocol';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import { findHubLocation } from '../util/hub/hubFolder';
import { readKey } from '../util/hub/hubKey';
import { transportTo, type ReachableHub } from '../util/hub/reachableHub';
import { probe } from './probe';

/**
 * Why no hub of the config home can be used. `older` and `newer`: its protocol has another version.
 * `silent`: it does not answer in time.
 */
export type NoRunningHub = 'none' | 'older' | 'newer' | 'silent';

/** Finds the hub of the config home and verifies it; undefined while there is none. */
export async function findRunningHub(configHome: string): Promise<ReachableHub | undefined> {
  try {
    const trace = await findTrace(configHome);
    if (trace === undefined || (await probe(trace.port, trace.key)) !== 'hub') return undefined;
    return await hubOf(trace);
  } catch {
    return undefined; // Others can change our folder.
  }
}

/**
 * Like `findRunningHub`, with the reason why there is none. A hub with a socket is not verified: the
 * socket is in our folder, and a call to it fails if the hub has ended. Creates nothing. Rejects if
 * others can change our folder.
 */
export async function locateRunningHub(configHome: string): Promise<ReachableHub | NoRunningHub> {
  const trace = await findTrace(configHome);
  if (trace === undefined) return 'none';
  const { endpoint, port, key } = trace;
  if (endpoint.version === protocolVersion && endpoint.socket !== undefined)
    return (await hubOf(trace)) ?? 'none';
  const answer = await probe(port, key);
  if (answer === 'hub') return (await hubOf(trace)) ?? 'none';
  if (answer === 'newer' || answer === 'silent') return answer;
  return answer === 'foreign' && endpoint.version < protocolVersion ? 'older' : 'none';
}

/** The files that a hub of this host has left in our folder. */
interface HubTrace {
  readonly folder: PrivateFolder;
  readonly endpoint: Endpoint;
  readonly port: number;
  readonly key: string;
}

async function findTrace(configHome: string): Promise<HubTrace | undefined> {
  const ours = new PrivateFolder(missionControlFolder(configHome));
  if (!(await ours.isThere())) return undefined;
  const { folder, endpoint } = await findHubLocation(ours);
  const key = endpoint && (await readKey(ours));
  if (endpoint === undefined || key === undefined || !URL.canParse(endpoint.url)) return undefined;
  return { folder, endpoint, port: Number(new URL(endpoint.url).port), key };
}

async function hubOf({ folder, endpoint, port, key }: HubTrace): Promise<ReachableHub | undefined> {
  // The token is written right after the port is bound.
  const token = (await folder.read('token'))?.trim() ?? '';
  if (token === '') return undefined;
  return { url: `http://127.0.0.1:${port}`, token, way: transportTo(endpoint, folder, key) };
}
