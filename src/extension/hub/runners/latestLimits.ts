import type { AccountLimits } from '../../../shared/protocol/session/limit';
import { limitWindows, type LimitWindow } from '../../../shared/text/limitWindows';
import { comingTime, timeNotInFuture } from '../../../shared/protocol/plausible';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { SummaryPart } from '../domain/card/cardPart';

interface Known {
  /** Time when the client reported it, in ms since 1970. */
  readonly at: number;
  readonly resetsAt: number;
  readonly use: NonNullable<AccountLimits[LimitWindow]>;
}

/** Stores the newest report of any client on each limit of an account, until the limit resets. */
export class LatestLimits implements SummaryPart, Disposable {
  /** Reports by the agent; undefined for that of the config home. */
  private readonly known = new Map<string | undefined, Map<LimitWindow, Known>>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  accept(report: AccountLimits, now = Date.now()): void {
    const at = timeNotInFuture(Date.parse(report.at), now);
    if (at === undefined) return;
    const known = this.known.get(report.agent) ?? new Map<LimitWindow, Known>();
    this.known.set(report.agent, known);
    for (const window of limitWindows) {
      const use = report[window];
      const resetsAt = use && comingTime(Date.parse(use.resetsAt), now);
      const isOlder = at < (known.get(window)?.at ?? 0);
      if (use === undefined || resetsAt === undefined || isOlder) continue;
      // Capped: a report of a clock that runs ahead would hide other clients' reports for long.
      known.set(window, { at: Math.min(at, now), resetsAt, use });
    }
    this.changes.fire();
  }

  summaryAt(now: number): {
    readonly limits?: AccountLimits;
    readonly agentLimits?: AccountLimits[];
  } {
    const limits = this.at(now);
    const others = [...this.known.keys()].filter((agent) => agent !== undefined);
    const agentLimits = others.flatMap((agent) => this.at(now, agent) ?? []);
    return { ...(limits && { limits }), ...(agentLimits.length > 0 && { agentLimits }) };
  }

  /** Returns the limits that are valid at a time, in ms since 1970; undefined if there are none. */
  at(now: number, agent?: string): AccountLimits | undefined {
    const valid = [...(this.known.get(agent) ?? [])].filter(([, { resetsAt }]) => resetsAt > now);
    if (valid.length === 0) return undefined;
    const at = new Date(Math.max(...valid.map(([, one]) => one.at))).toISOString();
    const uses = Object.fromEntries(valid.map(([window, { use }]) => [window, use]));
    return { ...(agent !== undefined && { agent }), at, ...uses };
  }

  dispose(): void {
    this.changes.dispose();
  }
}
