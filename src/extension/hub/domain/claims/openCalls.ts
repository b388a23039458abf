import type { Claim } from './claim';
import type { Claims } from './claims';

/** The held calls that still wait for an answer, and what the registry says of when others got theirs. */
export interface OpenCalls {
  readonly ids: readonly string[];
  /** When the client last said that it waits for nobody, ms since 1970; undefined where it says nothing. */
  readonly freeSince: number | undefined;
  /** When the client last said that it shows a dialog. */
  readonly waitedAt: number | undefined;
}

export const noCalls: OpenCalls = { ids: [], freeSince: undefined, waitedAt: undefined };

/** The open calls of a session; none is open while the session shows no dialog. */
export function openCalls({ process, dialogs }: Claims, decided: Claim): OpenCalls {
  const freeSince =
    process?.status === undefined || process.status === 'waiting' ? undefined : process.statusAt;
  const open = decided.kind === 'dialog' ? dialogs : [];
  const ids = open.flatMap(({ callId }) => callId ?? []);
  return { ids, freeSince, waitedAt: process?.waitedAt };
}
