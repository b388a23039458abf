import type { ProcessGoneEvent, ProcessSeenEvent } from './event';
import type { ProcessFacts } from './session';

/** Past processes of a session beyond this many are forgotten, oldest first. */
const keptProcesses = 4;

export function reduceProcessSeen(
  processes: readonly ProcessFacts[],
  { at, process }: ProcessSeenEvent,
): readonly ProcessFacts[] {
  const before = processes.find((one) => isSameProcess(one, process));
  const rests = process.status === 'idle' || process.status === 'shell';
  const next: ProcessFacts = {
    ...process,
    seenAt: before?.seenAt ?? at,
    lastRestAt: rests ? process.statusAt : before?.lastRestAt,
    gone: undefined,
  };
  return [...processes.filter((one) => one !== before), next].slice(-keptProcesses);
}

/** Does nothing when that process never ran the session, or is gone already. */
export function reduceProcessGone(
  processes: readonly ProcessFacts[],
  { at, pid, how }: ProcessGoneEvent,
): readonly ProcessFacts[] {
  return processes.map((one) =>
    one.pid === pid && one.gone === undefined ? { ...one, gone: { at, how } } : one,
  );
}

/** A process is its id plus its start time: ids are reused. */
function isSameProcess(
  a: { readonly pid: number; readonly procStart?: string | undefined },
  b: { readonly pid: number; readonly procStart?: string | undefined },
): boolean {
  return a.pid === b.pid && a.procStart === b.procStart;
}
