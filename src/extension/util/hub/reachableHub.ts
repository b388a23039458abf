import type { Endpoint } from '../../../shared/protocol/protocol';
import type { PrivateFolder } from '../files/privateFolder';

/**
 * A hub and a transport on which no other process can impersonate it: a socket in our folder, or
 * else a proof of the key on each connection before anything is sent.
 */
export interface ReachableHub {
  readonly url: string;
  readonly token: string;
  readonly way: HubTransport;
}

export type HubTransport = { readonly socketPath: string } | { readonly key: string };

/** Names of hubs' sockets; each hub has its own, so that none removes another's. */
export const socketName = /^hub-[0-9a-f]{8}\.sock$/u;

export function transportTo(
  { socket = '' }: Pick<Endpoint, 'socket'>,
  folder: PrivateFolder,
  key: string,
): HubTransport {
  return socketName.test(socket) ? { socketPath: folder.file(socket) } : { key };
}
