import type { ProcessGoneEvent, ProcessRecord, ProcessSeenEvent } from '../event';
import type { ProcessFacts } from '../session';

/** Maximum number of processes to retain per session; the newest are retained. */
const maxProcesses = 4;

export function reduceProcessSeen(
  processes: readonly ProcessFacts[],
  { at, process }: ProcessSeenEvent,
): readonly ProcessFacts[] {
  const before = processes.find((one) => isSameProcess(one, process));
  const next: ProcessFacts = {
    ...process,
    procStart: process.procStart ?? before?.procStart,
    seenAt: before?.seenAt ?? at,
    previous: previousStatus(before, process),
    lastRestAt: lastRestAt(before, process),
    lastFreeAt: isFree(process) ? process.statusAt : before?.lastFreeAt,
    waitedAt: process.status === 'waiting' ? process.statusAt : before?.waitedAt,
    dialogAt: process.status === 'waiting' ? (before?.dialogAt ?? process.statusAt) : undefined,
    command: commandAfter(before?.command, process, at),
    gone: undefined,
  };
  return [...processes.filter((one) => one !== before), next].slice(-maxProcesses);
}

function commandAfter(
  before: ProcessFacts['command'],
  { runsCommand }: ProcessRecord,
  at: number,
): ProcessFacts['command'] {
  const isRunning = before !== undefined && before.endedAt === undefined;
  if (runsCommand === true) return isRunning ? before : { since: at, endedAt: undefined };
  return isRunning ? { ...before, endedAt: at } : before;
}

function previousStatus(
  before: ProcessFacts | undefined,
  now: ProcessRecord,
): ProcessFacts['previous'] {
  if (before === undefined || before.status === now.status) return before?.previous;
  const { status, statusAt } = before;
  return { status, statusAt };
}

function lastRestAt(before: ProcessFacts | undefined, now: ProcessRecord): number | undefined {
  return before !== undefined && isAtRest(before) && !isAtRest(now)
    ? before.statusAt
    : before?.lastRestAt;
}

function isAtRest({ status }: ProcessRecord): boolean {
  return status === 'idle' || status === 'shell';
}

function isFree({ status }: ProcessRecord): boolean {
  return status !== undefined && status !== 'waiting';
}

/**
 * Marks a process as gone; changes nothing if the process never ran the session or is already gone.
 */
export function reduceProcessGone(
  processes: readonly ProcessFacts[],
  { at, pid, how }: ProcessGoneEvent,
): readonly ProcessFacts[] {
  return processes.map((one) =>
    one.pid === pid && one.gone === undefined ? { ...one, gone: { at, how } } : one,
  );
}

/**
 * True if both records are of the same process. Start times are compared as well, because the
 * system reuses pids; they are not known on every system.
 */
function isSameProcess(known: ProcessFacts, now: ProcessRecord): boolean {
  if (known.pid !== now.pid) return false;
  if (known.procStart === now.procStart) return true;
  const unknown = known.procStart === undefined || now.procStart === undefined;
  return unknown && known.gone === undefined;
}
