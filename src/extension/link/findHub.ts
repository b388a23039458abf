import { endpointSchema, hubPorts } from '../../shared/protocol';
import { missionControlFolder } from '../util/configHome';
import { readOrCreateKey } from '../util/hubKey';
import { PrivateFolder } from '../util/privateFolder';
import { probe } from './probe';

/** Follow a hub that proved itself, become one on a free port, or neither, with a reason fit for a person. */
export type FoundHub =
  | { readonly kind: 'follow'; readonly url: string; readonly port: number; readonly token: string }
  | { readonly kind: 'host'; readonly port: number }
  | { readonly kind: 'none'; readonly reason: string };

/** Asks all preferred ports at once; the first free one is for a new hub, strangers are stepped over. */
export async function findHub(
  configHome: string,
  ports: readonly number[] = hubPorts,
): Promise<FoundHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  const key = await readOrCreateKey(folder);
  const results = await Promise.all(ports.map((port) => probe(port, key)));
  const written = await writtenPort(folder);
  const proven = ports.filter((_port, index) => results[index] === 'hub');
  // Where two listen, the token is the one's that wrote last.
  const hub = proven.find((port) => port === written) ?? proven[0];
  if (hub !== undefined) {
    // The token is written right after the port is bound: a hub that just started may not have one yet.
    const token = (await folder.read('token'))?.trim();
    if (token !== undefined && token !== '') {
      return { kind: 'follow', url: `http://127.0.0.1:${hub}`, port: hub, token };
    }
    return { kind: 'none', reason: 'A hub is just starting' };
  }
  if (ports.some((port, index) => port === written && results[index] === 'silent')) {
    return { kind: 'none', reason: `The hub at port ${written} does not answer at the moment` };
  }
  const free = ports.find((_port, index) => results[index] === 'free');
  if (free !== undefined) return { kind: 'host', port: free };
  const [first, last] = [ports[0] ?? 0, ports.at(-1) ?? 0];
  return {
    kind: 'none',
    reason: `Other programs use all of the ports ${first} to ${last} on this machine; free one of them`,
  };
}

/** The port in the endpoint file of a hub whose process lives; a slow one must not get a rival. */
async function writtenPort(folder: PrivateFolder): Promise<number | undefined> {
  try {
    const text = (await folder.read('endpoint.json')) ?? '';
    const { url, pid } = endpointSchema.parse(JSON.parse(text));
    process.kill(pid, 0);
    return Number(new URL(url).port);
  } catch {
    return undefined; // No file, no use, or nobody there.
  }
}
