import { mutesOf } from '../../../shared/board/mutes';
import { addressOf } from '../../../shared/protocol/machines/address';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute, Order } from '../../../shared/protocol/windows';
import { isBlocked } from '../../../shared/presentation';
import { chooseWindows } from '../attention/chooseWindows';
import type { Incident } from '../attention/incidents';
import type { Windows } from '../attention/windows';
import { Refusal } from '../serve/refusal';
import type { Machine } from './machine';

/**
 * Time limit in ms for the answer of a window; after it, the next window is asked. The machine
 * itself waits only slightly longer, because of both network directions.
 */
const windowTimeoutMs = 700;

/** Maximum number of notifications of one machine within `rateWindowMs`. */
const maxNotifications = 20;
const rateWindowMs = 60_000;

export interface MachineOrdersParts {
  readonly windows: Pick<Windows, 'present' | 'sendOrder'>;
  readonly session: (address: string) => LiveSession | undefined;
  /**
   * True for a duplicate whose card is shown for another host, which notifies the person instead.
   */
  readonly isDuplicate: (address: string) => boolean;
  readonly mutes: () => readonly Mute[];
  readonly clock?: () => number;
}

/**
 * Executes orders of a machine to notify the person at the desk about one of its sessions; all
 * other orders are declined. The machine chose the desk among its windows, so only one window here
 * notifies.
 */
export class MachineOrders {
  /** Times of the recent notifications of each machine, in ms since 1970. */
  private readonly notificationTimes = new WeakMap<Machine, readonly number[]>();

  constructor(private readonly parts: MachineOrdersParts) {}

  async handle(order: Order, from: Machine): Promise<void> {
    const { machineId } = from;
    if (machineId === undefined) return undefined;
    if (order.type !== 'notify' && order.type !== 'warn')
      return this.sendAnswer(from, order, false);
    const sessionId = addressOf({ machineId, sessionId: order.sessionId });
    const session = this.parts.session(sessionId);
    if (session === undefined) return this.sendAnswer(from, order, false);
    if (this.parts.isDuplicate(sessionId)) return this.sendAnswer(from, order, true);
    const { windows, mutes, clock = Date.now } = this.parts;
    const now = clock();
    if (mutesOf(mutes(), session, now).length > 0) return this.sendAnswer(from, order, true);
    const incident = { kind: incidentKind(session), startedAt: now } as const;
    const choice = chooseWindows(
      incident,
      session,
      { window: undefined, line: [] },
      windows.present,
    );
    if (choice.kind === 'inFront') return this.sendAnswer(from, order, true);
    if (this.exceedsRate(from, now)) return this.sendAnswer(from, order, false);
    const localOrder =
      order.type === 'notify'
        ? ({ type: 'notify', sessionId, reach: 'none' } as const)
        : ({ type: 'warn', sessionId, collision: order.collision } as const);
    for (const { id } of choice.windows) {
      const outcome = await windows.sendOrder(id, localOrder, windowTimeoutMs, () =>
        this.claimOrder(from, order),
      );
      if (outcome === 'taken') return undefined;
      if (outcome === 'declined') break;
    }
    return this.sendAnswer(from, order, false);
  }

  private exceedsRate(from: Machine, now: number): boolean {
    const recent = (this.notificationTimes.get(from) ?? []).filter((at) => now - at < rateWindowMs);
    if (recent.length >= maxNotifications) return true;
    this.notificationTimes.set(from, [...recent, now]);
    return false;
  }

  private async sendAnswer(from: Machine, { order }: Order, taken: boolean): Promise<void> {
    await from.call('answerOrder', '', { order, taken });
  }

  /**
   * Answers the order for a window; returns false if the machine has asked another window
   * meanwhile, and nothing may be shown here.
   */
  private async claimOrder(from: Machine, { order }: Order): Promise<boolean> {
    const outcome = await from.call('answerOrder', '', { order, taken: true });
    return !(outcome instanceof Refusal);
  }
}

/** Returns the kind of incident that the state of the session represents. */
function incidentKind({ agentState }: LiveSession): Incident['kind'] {
  return isBlocked(agentState) ? 'blocked' : 'idle';
}
