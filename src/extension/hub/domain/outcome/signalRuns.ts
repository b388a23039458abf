import type { Signal } from '../../../../shared/api/missionControl';
import type { DeliveredView } from './delivered';

/** Summary of the last run of each runner, for a kind of signal such as `tests`. */
export interface LastRuns {
  /** False if the last run of any runner failed. */
  readonly ok: boolean;
  readonly passed: number | undefined;
  readonly failed: number | undefined;
  /** True if files were changed after all of these runs. */
  readonly stale: boolean;
  /** Turn and time (ISO 8601) of the newest of these runs. */
  readonly turn: number;
  readonly at: string;
}

/**
 * Summarizes the last run of each runner. If some fail, only those count; otherwise only the runs
 * after the last file change do, if any, so that a runner that is no longer used does not make the
 * summary stale.
 */
export function lastRuns(
  view: Pick<DeliveredView, 'signals' | 'changes'>,
  kind: string,
): LastRuns | undefined {
  const byRunner = new Map<unknown, { readonly signal: Signal; readonly ok: boolean }>();
  for (const signal of view.signals) {
    const ok = signal.kind === kind ? hasPassed(signal) : undefined;
    if (ok === undefined) continue;
    const { data } = signal;
    byRunner.set(data['runner'] ?? data['tool'], { signal, ok });
  }
  const all = [...byRunner.values()];
  const failing = all.filter(({ ok }) => !ok);
  const fresh = all.filter(({ signal }) => !isStale(view, signal));
  const counted = failing.length > 0 ? failing : fresh.length > 0 ? fresh : all;
  const signals = counted.map(({ signal }) => signal);
  const newest = signals.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  if (newest === undefined) return undefined;
  return {
    ok: failing.length === 0,
    passed: sumOf(signals, 'passed'),
    failed: sumOf(signals, 'failed'),
    stale: signals.every((signal) => isStale(view, signal)),
    turn: newest.turn,
    at: newest.at,
  };
}

/** The result of a run; undefined if neither its exit nor its counts show it. */
function hasPassed({ ok, data }: Signal): boolean | undefined {
  if (ok !== undefined) return ok;
  if (typeof data['failed'] === 'number' && data['failed'] > 0) return false;
  return typeof data['passed'] === 'number' && data['passed'] > 0 ? true : undefined;
}

function isStale({ changes }: Pick<DeliveredView, 'changes'>, { at, turn }: Signal): boolean {
  if (changes?.lastAt !== undefined) return changes.lastAt > at;
  return changes?.latest.some(({ lastTurn }) => lastTurn > turn) === true;
}

function sumOf(signals: readonly Signal[], field: string): number | undefined {
  const counts = signals.map(({ data }) => data[field]).filter((one) => typeof one === 'number');
  return counts.length === 0 ? undefined : counts.reduce((sum, one) => sum + one, 0);
}
