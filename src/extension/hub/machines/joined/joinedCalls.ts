import { addressIn } from '../../../../shared/protocol/machines/address';
import type { MarkTarget } from '../../../../shared/protocol/marks';
import type { Handlers } from '../../serve/callRouter';
import { Refusal, refusals } from '../../serve/refusal';
import { savedResult, type SavedResult } from '../../../util/files/savedResult';
import type { JoinedBoard } from './joinedBoard';
import { joinedDay } from './joinedDay';
import { joinedHistory } from './joinedHistory';
import { joinedTexts } from './joinedTexts';
import type { Machines } from '../machines';

/** Calls that name several sessions, or none, in their body. */
export type JoinedCall = 'lookAt' | 'pin' | 'tag' | 'day' | 'history' | 'searchTexts';

export interface JoinedCallParts {
  /** Handlers that answer for this machine only. */
  readonly own: Handlers<JoinedCall>;
  readonly machines: Pick<Machines, 'all' | 'get' | 'homeOf' | 'ownAccount'>;
  readonly board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>;
}

/**
 * Creates handlers that answer for all machines of the board; each machine receives the part of a
 * call that concerns it.
 */
export function joinedCalls({ own, machines, board }: JoinedCallParts): Handlers<JoinedCall> {
  const call = (machineId: string, name: JoinedCall, body: object): Promise<unknown> =>
    machines.get(machineId)?.call(name, '', body) ?? Promise.resolve(refusals.machineAway);
  /** Sets a mark on another machine; resolves with undefined if the target is on this machine. */
  const mark = async (name: 'pin' | 'tag', intent: { readonly target: MarkTarget }) => {
    const remote = remoteTarget(intent.target);
    if (remote === undefined) return undefined;
    const outcome = await call(remote.machineId, name, { ...intent, target: remote.target });
    return { outcome: combinedOutcome([outcome]) };
  };
  return {
    async lookAt(look) {
      if (look.of === 'digest') return own.lookAt(look, undefined);
      if (look.of === 'all') {
        const connected = machines.all.filter(({ isConnected }) => isConnected);
        const looks = connected.map((one) => one.call('lookAt', '', look));
        const here = await own.lookAt(look, undefined);
        // A machine that has disconnected meanwhile has no unseen session on this board.
        const refused = firstRefusal(await Promise.all(looks), refusals.machineAway);
        return refused ?? here;
      }
      const { ownIds, remoteIds } = groupByMachine(look.sessionIds);
      const looks = [...remoteIds].map(([machineId, sessionIds]) =>
        call(machineId, 'lookAt', { of: 'sessions', sessionIds }),
      );
      if (ownIds.length > 0) await own.lookAt({ of: 'sessions', sessionIds: ownIds }, undefined);
      return combinedOutcome(await Promise.all(looks));
    },
    async pin(intent, _seal, origin) {
      const marked = await mark('pin', intent);
      return marked === undefined ? own.pin(intent, undefined, origin) : marked.outcome;
    },
    async tag(intent, _seal, origin) {
      const marked = await mark('tag', intent);
      return marked === undefined ? own.tag(intent, undefined, origin) : marked.outcome;
    },
    day: joinedDay(own.day, machines),
    history: joinedHistory(own.history, machines, board),
    searchTexts: joinedTexts(own.searchTexts, machines, board),
  };
}

function groupByMachine(sessionIds: readonly string[]): {
  readonly ownIds: string[];
  readonly remoteIds: ReadonlyMap<string, string[]>;
} {
  const ownIds: string[] = [];
  const remoteIds = new Map<string, string[]>();
  for (const sessionId of sessionIds) {
    const address = addressIn(sessionId);
    if (address === undefined) ownIds.push(sessionId);
    else
      remoteIds.set(address.machineId, [
        ...(remoteIds.get(address.machineId) ?? []),
        address.sessionId,
      ]);
  }
  return { ownIds, remoteIds };
}

/** Returns the target with the ids used on its machine; undefined for a target on this machine. */
function remoteTarget(
  target: MarkTarget,
): { readonly machineId: string; readonly target: MarkTarget } | undefined {
  if (target.scope === 'project') {
    const { machine, ...own } = target;
    return machine === undefined ? undefined : { machineId: machine, target: own };
  }
  const address = addressIn(target.sessionId);
  if (address === undefined) return undefined;
  const { machineId, sessionId } = address;
  return { machineId, target: { scope: 'session', sessionId } };
}

function firstRefusal(outcomes: readonly unknown[], except?: Refusal): Refusal | undefined {
  return outcomes.find(
    (outcome): outcome is Refusal => outcome instanceof Refusal && outcome !== except,
  );
}

/**
 * Combines outcomes of machines. Their hubs answer after the change is on their disks, so the
 * outcome is that the change was saved.
 */
function combinedOutcome(outcomes: readonly unknown[]): Refusal | SavedResult {
  return firstRefusal(outcomes) ?? savedResult;
}
