import type { ClosableStore } from '../util/closableStore';
import type { FirstBoard } from './board/firstBoard';
import type { Core } from './core';
import type { Feature } from './feature';
import type { JoinedBoard } from './machines/joined/joinedBoard';
import type { HubReach } from './reach/hubReach';
import type { ServerHandlers } from './serve/server';

export interface RunParts {
  /** The board of all machines. */
  readonly joined: Pick<JoinedBoard, 'onDidChange'>;
  readonly first: Pick<FirstBoard, 'snapshot'>;
  readonly onHook: ServerHandlers['onHook'];
  /**
   * Called when the first hub of another host has appeared in our folder, or the last one has left.
   */
  readonly onOthers: () => void;
}

/** Adds the features to the board, starts the server, then loads and starts the features. */
export async function runFeatures(
  features: readonly Feature[],
  core: Core,
  { joined, first, onHook, onOthers }: RunParts,
  closing: ClosableStore,
): ReturnType<HubReach['open']> {
  for (const { boardPart } of features) if (boardPart !== undefined) core.board.add(boardPart);
  core.stream.follow(
    joined,
    features.flatMap(({ subscribers = [] }) => subscribers),
  );
  for (const feature of features) closing.defer(() => feature.close?.());
  await Promise.all(features.map(async (feature) => feature.prepare?.()));
  await core.server.listen({ board: () => first.snapshot(), onHook, calls: core.router });
  core.onListening();
  // Only the hub that has the port may write to the folder. Callers find this hub only after
  // `reach.open`.
  await core.machine.identify(core.folder, core.log);
  core.keyDesk.begin();
  const opened = await core.reach.open(
    (body, headers) => onHook(body, headers, undefined),
    onOthers,
  );
  closing.add(core.reach);
  for (const feature of features) closing.defer(() => feature.leave?.());
  await Promise.all(features.map(async (feature) => feature.load?.()));
  for (const feature of features) await feature.start?.();
  return opened;
}
