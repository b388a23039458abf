import type { Signal } from '../../../../shared/api/missionControl';
import type { DeliveredView } from './delivered';

/** The last runs of a kind such as `tests`: the last of each runner, taken together. */
export interface LastRuns {
  /** False where the last run of any runner failed. */
  readonly ok: boolean;
  readonly passed: number | undefined;
  readonly failed: number | undefined;
  /** True where a file was changed after them. */
  readonly stale: boolean;
  /** Turn and time of the newest of them. */
  readonly turn: number;
  readonly at: string;
}

/**
 * The last run of each runner, taken together. While one fails, only failing ones count; else those
 * that saw the files as they are, so that a runner that is not used any more does not make all of it old.
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
  const telling = failing.length > 0 ? failing : fresh.length > 0 ? fresh : all;
  const signals = telling.map(({ signal }) => signal);
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

/** Undefined where neither its end nor its numbers tell. */
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
