import { readdir } from 'node:fs/promises';
import { jsonIn } from '../../../shared/text/boundedJson';
import { endpointSchema, type Endpoint } from '../../../shared/protocol/protocol';
import { PrivateFolder } from '../files/privateFolder';
import { hostId } from './hostId';
import { hubKey, type ProvingKey } from './provingKey';

/** The names of folders for the hubs of hosts that found another host's in our own. */
export const hostFolderName = /^host-[0-9a-f]{8}$/u;

export function hostFolder(ours: PrivateFolder, host: string): PrivateFolder {
  return new PrivateFolder(ours.file(`host-${host}`)); // As in `hostFolderName`.
}

/** Where a hub of this host has its files, and what it says there of itself. */
export interface HubTrace {
  readonly folder: PrivateFolder;
  readonly endpoint: Endpoint | undefined;
}

/**
 * Looks where this host's hub has its files: in our folder, or, while another host's hub is there, in
 * one of its host's own. What lies in our folder belongs to this host where nothing says otherwise.
 */
export async function hubTrace(ours: PrivateFolder): Promise<HubTrace> {
  const endpoint = await endpointIn(ours);
  const host = await hostId();
  if (endpoint !== undefined && !isOfOtherHost(endpoint, host)) return { folder: ours, endpoint };
  const own = hostFolder(ours, host);
  const ownEndpoint = await endpointIn(own);
  // Another host's token is never taken for one of a hub here that has not written its own yet.
  const folder = endpoint === undefined && ownEndpoint === undefined ? ours : own;
  return { folder, endpoint: ownEndpoint };
}

/** Undefined where there is none, or not a whole one. */
export async function endpointIn(folder: PrivateFolder): Promise<Endpoint | undefined> {
  const text = await folder.readIfFile('endpoint.json');
  if (text === undefined) return undefined;
  return endpointSchema.safeParse(jsonIn(text)).data;
}

/** The keys of the hubs that have left a token, whatever their host. */
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
