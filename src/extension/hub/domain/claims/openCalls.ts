import type { Claim } from './claim';
import type { Claims } from './claims';
import { isAnswerableOnlyHere } from '../facts/dialogs/openDialogs';
import { isSameInput } from '../facts/dialogs/pending';
import type { OpenTool, PendingFact, SessionFacts } from '../facts/session';

/** The held calls whose dialogs are open, and evidence about calls whose dialogs are not. */
export interface OpenCalls {
  readonly ids: readonly string[];
  /**
   * When the client wrote its present status, in ms since 1970; undefined if that is `waiting`, or
   * if it has no status.
   */
  readonly freeSince: number | undefined;
  /** When the client last wrote the status `waiting`, in ms since 1970. */
  readonly waitedAt: number | undefined;
  /** Returns whether the tool use of a call is in a transcript; if absent, none is. */
  readonly isWritten?: (id: string) => boolean;
  /**
   * Ids of calls that can be answered only through the hub, because their client shows no dialog.
   */
  readonly alone?: readonly string[];
}

export const noCalls: OpenCalls = { ids: [], freeSince: undefined, waitedAt: undefined };

/** Returns the open calls of a session; none while its client shows no dialog. */
export function openCalls({ facts, process, dialogs }: Claims, decided: Claim): OpenCalls {
  const freeSince =
    process?.status === undefined || process.status === 'waiting' ? undefined : process.statusAt;
  const open = decided.kind === 'dialog' ? dialogs : [];
  const ids = open.flatMap(({ callId }) => callId ?? []);
  const isWritten = (id: string): boolean => writtenCalls(facts, open).has(id);
  const alone = open
    .filter((one) => isAnswerableOnlyHere(facts, one))
    .flatMap(({ callId }) => callId ?? []);
  return { ids, freeSince, waitedAt: process?.waitedAt, isWritten, alone };
}

/**
 * Returns the ids of dialogs' calls whose tool use is in a transcript. Each tool use is matched
 * with one dialog only, the longest waiting first.
 */
function writtenCalls(
  { transcript, subagentFiles }: SessionFacts,
  dialogs: readonly PendingFact[],
): ReadonlySet<string> {
  const matched = new Set<OpenTool>();
  return new Set(
    dialogs.flatMap(({ callId, agentId, toolName, toolInput }) => {
      const file = agentId === undefined ? transcript : subagentFiles.get(agentId);
      const tool = file?.openTools.find(
        (one) =>
          !matched.has(one) && one.name === toolName && isSameInput(toolName, one.input, toolInput),
      );
      if (callId === undefined || tool === undefined) return [];
      matched.add(tool);
      return callId;
    }),
  );
}
