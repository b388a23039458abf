import type { Claim } from './claim';
import type { Claims } from './claims';

/** Which held requests still wait for an answer, and since when at least a closed one is over. */
export interface OpenCalls {
  readonly ids: readonly string[];
  /** When the client last said that it waits for nobody, ms since 1970; undefined where it says nothing. */
  readonly freeSince: number | undefined;
  /** When the client last said that it shows a dialog. */
  readonly waitedAt: number | undefined;
}

export const noCalls: OpenCalls = { ids: [], freeSince: undefined, waitedAt: undefined };

/** What the facts say of the requests that hooks told; none is open while the session shows no dialog. */
export function openCalls({ process, dialogs }: Claims, decided: Claim): OpenCalls {
  const freeSince =
    process?.status === undefined || process.status === 'waiting' ? undefined : process.statusAt;
  const open = decided.kind === 'dialog' ? dialogs : [];
  const ids = open.flatMap(({ callId }) => callId ?? []);
  return { ids, freeSince, waitedAt: process?.waitedAt };
}
