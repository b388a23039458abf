import type { Claim } from './claim';
import type { Claims } from './claims';
import { isAnswerableOnlyHere } from '../facts/dialogs/openDialogs';
import { isSameInput } from '../facts/dialogs/pending';
import type { OpenTool, PendingFact, SessionFacts } from '../facts/session';

/** The held calls that still need an answer, and what the registry shows about the others. */
export interface OpenCalls {
  readonly ids: readonly string[];
  /**
   * When the client last reported that it waits for nobody, in ms since 1970; undefined if it
   * reports nothing.
   */
  readonly freeSince: number | undefined;
  /** When the client last reported that it shows a dialog. */
  readonly waitedAt: number | undefined;
  /** True for a call whose tool use is in a transcript; absent means that none is. */
  readonly isWritten?: (id: string) => boolean;
  /** Ids of calls that can only be answered here, since their client shows no dialog. */
  readonly alone?: readonly string[];
}

export const noCalls: OpenCalls = { ids: [], freeSince: undefined, waitedAt: undefined };

/** The open calls of a session; none while it shows no dialog. */
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
 * The dialogs' calls that are in a transcript; each tool use there accounts for one of them,
 * longest waiting first.
 */
function writtenCalls(
  { transcript, subagentFiles }: SessionFacts,
  dialogs: readonly PendingFact[],
): ReadonlySet<string> {
  const known = new Set<OpenTool>();
  return new Set(
    dialogs.flatMap(({ callId, agentId, toolName, toolInput }) => {
      const file = agentId === undefined ? transcript : subagentFiles.get(agentId);
      const tool = file?.openTools.find(
        (one) => !known.has(one) && one.name === toolName && isSameInput(one.input, toolInput),
      );
      if (callId === undefined || tool === undefined) return [];
      known.add(tool);
      return callId;
    }),
  );
}
