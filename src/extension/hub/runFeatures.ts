import type { Closing } from '../util/closing';
import type { Feature } from './feature';
import type { Core } from './core';
import type { JoinedBoard } from './machines/joined/joinedBoard';
import type { Served } from './serve/server';
import type { HubReach } from './reach/hubReach';

/**
 * Puts features onto the board, lets the server listen, and starts them. `onOthers` is called when hubs
 * of other hosts came into our folder, or the last one went.
 */
export async function runFeatures(
  features: readonly Feature[],
  { board, folder, keyDesk, log, machine, onListening, reach, server, stream }: Core,
  { joined, served, onOthers }: RunParts,
  closing: Closing,
): ReturnType<HubReach['open']> {
  for (const { boardPart } of features) if (boardPart !== undefined) board.add(boardPart);
  stream.follow(
    joined,
    features.flatMap(({ subscribers = [] }) => subscribers),
  );
  for (const feature of features) closing.defer(() => feature.close?.());
  await Promise.all(features.map((feature) => feature.prepare?.()));
  await server.listen(served);
  onListening();
  // Writes into the folder, so not before the port is ours; nobody finds this hub before its reach opens.
  await machine.identify(folder, log);
  keyDesk.begin();
  const opened = await reach.open(
    (body, headers) => served.onHook(body, headers, undefined),
    onOthers,
  );
  closing.add(reach);
  for (const feature of features) closing.defer(() => feature.leave?.());
  await Promise.all(features.map((feature) => feature.load?.()));
  for (const feature of features) await feature.start?.();
  return opened;
}

export interface RunParts {
  /** The board of all machines. */
  readonly joined: JoinedBoard;
  readonly served: Served;
  readonly onOthers: () => void;
}
