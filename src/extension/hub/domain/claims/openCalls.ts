import type { Claim } from './claim';
import type { Claims } from './claims';
import { isHeldAlone } from '../facts/dialogs/openDialogs';
import { sameInput } from '../facts/dialogs/pending';
import type { OpenTool, PendingFact, SessionFacts } from '../facts/session';

/** The held calls that still wait for an answer, and what the registry says of when others got theirs. */
export interface OpenCalls {
  readonly ids: readonly string[];
  /** When the client last said that it waits for nobody, ms since 1970; undefined where it says nothing. */
  readonly freeSince: number | undefined;
  /** When the client last said that it shows a dialog. */
  readonly waitedAt: number | undefined;
  /** True for a call whose tool use the client has written into a transcript; none where it is left out. */
  readonly isWritten?: (id: string) => boolean;
  /** Ids of calls that nothing else can answer: their client shows no dialog. */
  readonly alone?: readonly string[];
}

export const noCalls: OpenCalls = { ids: [], freeSince: undefined, waitedAt: undefined };

/** The open calls of a session; none is open while the session shows no dialog. */
export function openCalls({ facts, process, dialogs }: Claims, decided: Claim): OpenCalls {
  const freeSince =
    process?.status === undefined || process.status === 'waiting' ? undefined : process.statusAt;
  const open = decided.kind === 'dialog' ? dialogs : [];
  const ids = open.flatMap(({ callId }) => callId ?? []);
  const isWritten = (id: string): boolean => writtenCalls(facts, open).has(id);
  const alone = open.filter((one) => isHeldAlone(facts, one)).flatMap(({ callId }) => callId ?? []);
  return { ids, freeSince, waitedAt: process?.waitedAt, isWritten, alone };
}

/** The dialogs' calls that a transcript has; each tool use there stands for one of them, the longest waiting first. */
function writtenCalls(
  { transcript, subagentFiles }: SessionFacts,
  dialogs: readonly PendingFact[],
): ReadonlySet<string> {
  const known = new Set<OpenTool>();
  return new Set(
    dialogs.flatMap(({ callId, agentId, toolName, toolInput }) => {
      const file = agentId === undefined ? transcript : subagentFiles.get(agentId);
      const tool = file?.openTools.find(
        (one) => !known.has(one) && one.name === toolName && sameInput(one.input, toolInput),
      );
      if (callId === undefined || tool === undefined) return [];
      known.add(tool);
      return callId;
    }),
  );
}
