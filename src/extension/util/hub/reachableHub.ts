import type { Endpoint } from '../../../shared/protocol/protocol';
import type { PrivateFolder } from '../files/privateFolder';

/**
 * A hub and the way to it on which nobody else can answer in its place: a socket in our folder, or,
 * where there is none, a proof of the key on each connection before anything is sent.
 */
export interface ReachableHub {
  readonly url: string;
  readonly token: string;
  readonly way: HubWay;
}

export type HubWay = { readonly socketPath: string } | { readonly key: string };

/** The names of hubs' sockets: each hub has its own, so that none takes another one's away. */
export const socketName = /^hub-[0-9a-f]{8}\.sock$/u;

export function wayTo(
  { socket = '' }: Pick<Endpoint, 'socket'>,
  folder: PrivateFolder,
  key: string,
): HubWay {
  return socketName.test(socket) ? { socketPath: folder.file(socket) } : { key };
}
