import { readdir } from 'node:fs/promises';
import { jsonIn } from '../../../shared/text/boundedJson';
import { endpointSchema, type Endpoint } from '../../../shared/protocol/protocol';
import { PrivateFolder } from '../files/privateFolder';
import { hostId } from './hostId';
import { hubKey, type ProvingKey } from './provingKey';

/** Names of folders for hubs of other hosts, used while a different host's hub is in our folder. */
export const hostFolderName = /^host-[0-9a-f]{8}$/u;

export function hostFolder(ours: PrivateFolder, host: string): PrivateFolder {
  return new PrivateFolder(ours.file(`host-${host}`)); // Must match `hostFolderName`.
}

/** Folder of this host's hub, and the endpoint in it. */
export interface HubLocation {
  readonly folder: PrivateFolder;
  readonly endpoint: Endpoint | undefined;
}

/**
 * Finds the folder of this host's hub: our folder, or, while a different host's hub is there, the
 * host's own. Files in our folder belong to this host unless they name another one.
 */
export async function findHubLocation(ours: PrivateFolder): Promise<HubLocation> {
  const endpoint = await endpointIn(ours);
  const host = await hostId();
  if (endpoint !== undefined && !isOfOtherHost(endpoint, host)) return { folder: ours, endpoint };
  const own = hostFolder(ours, host);
  const ownEndpoint = await endpointIn(own);
  // A different host's token must not be taken for that of a local hub that has not written its own
  // yet.
  const folder = endpoint === undefined && ownEndpoint === undefined ? ours : own;
  return { folder, endpoint: ownEndpoint };
}

/** The endpoint in a hub's folder; undefined if it is missing or incomplete. */
export async function endpointIn(folder: PrivateFolder): Promise<Endpoint | undefined> {
  const text = await folder.readIfFile('endpoint.json');
  if (text === undefined) return undefined;
  return endpointSchema.safeParse(jsonIn(text)).data;
}

/** Keys of all hubs with a token in our folder, of any host. */
export async function hubKeysIn(ours: PrivateFolder): Promise<readonly ProvingKey[]> {
  const names = await readdir(ours.path).catch((): string[] => []);
  const folders = names
    .filter((name) => hostFolderName.test(name))
    .map((name) => new PrivateFolder(ours.file(name)));
  const tokens = await Promise.all(
    [ours, ...folders].map((folder) => folder.read('token').catch(() => undefined)),
  );
  return tokens.flatMap((token) => (token === undefined ? [] : hubKey(token.trim())));
}

export function isOfOtherHost({ host }: Endpoint, own: string): boolean {
  return host !== undefined && host !== own;
}
