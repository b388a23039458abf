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
 * Time in ms within which a window must answer; then the next window is asked. The machine itself
 * waits little longer, for both network directions.
 */
const offerMs = 700;

/** Maximum number of notifications of one machine in the time below, in ms; further ones are declined. */
const maxCalls = 20;
const callsMs = 60_000;

export interface MachineOrdersParts {
  readonly windows: Pick<Windows, 'present' | 'ask'>;
  readonly session: (address: string) => LiveSession | undefined;
  /** True for a duplicate: the session's card belongs to another host, which notifies for it. */
  readonly isDouble: (address: string) => boolean;
  readonly mutes: () => readonly Mute[];
  readonly clock?: () => number;
}

/**
 * Carries out a machine's orders to notify the person at the desk about one of its sessions; all
 * other orders are declined. The machine chose the desk among its windows, so only one window
 * notifies.
 */
export class MachineOrders {
  /** Times of each machine's last notifications. */
  private readonly calls = new WeakMap<Machine, readonly number[]>();

  constructor(private readonly parts: MachineOrdersParts) {}

  async handle(order: Order, from: Machine): Promise<void> {
    const { machineId } = from;
    if (machineId === undefined) return undefined;
    if (order.type !== 'notify' && order.type !== 'warn')
      return this.sendAnswer(from, order, false);
    const sessionId = addressOf({ machineId, sessionId: order.sessionId });
    const session = this.parts.session(sessionId);
    if (session === undefined) return this.sendAnswer(from, order, false);
    if (this.parts.isDouble(sessionId)) return this.sendAnswer(from, order, true);
    const { windows, mutes, clock = Date.now } = this.parts;
    const now = clock();
    if (mutesOf(mutes(), session, now).length > 0) return this.sendAnswer(from, order, true);
    const incident = { kind: kindOf(session), startedAt: now } as const;
    const choice = chooseWindows(
      incident,
      session,
      { window: undefined, line: [] },
      windows.present,
    );
    if (choice.kind === 'inFront') return this.sendAnswer(from, order, true);
    if (this.exceedsRate(from, now)) return this.sendAnswer(from, order, false);
    const here =
      order.type === 'notify'
        ? ({ type: 'notify', sessionId, reach: 'none' } as const)
        : ({ type: 'warn', sessionId, collision: order.collision } as const);
    for (const { id } of choice.windows) {
      const fate = await windows.ask(id, here, offerMs, () => this.claimOrder(from, order));
      if (fate === 'taken') return undefined;
      if (fate === 'declined') break;
    }
    return this.sendAnswer(from, order, false);
  }

  private exceedsRate(from: Machine, now: number): boolean {
    const recent = (this.calls.get(from) ?? []).filter((at) => now - at < callsMs);
    if (recent.length >= maxCalls) return true;
    this.calls.set(from, [...recent, now]);
    return false;
  }

  private async sendAnswer(from: Machine, { order }: Order, taken: boolean): Promise<void> {
    await from.call('answerOrder', '', { order, taken });
  }

  /** Returns false if the machine asked another window meanwhile; then nothing is shown here. */
  private async claimOrder(from: Machine, { order }: Order): Promise<boolean> {
    const outcome = await from.call('answerOrder', '', { order, taken: true });
    return !(outcome instanceof Refusal);
  }
}

/** Returns the kind of incident that the machine notifies about, by its session's state. */
function kindOf({ agentState }: LiveSession): Incident['kind'] {
  return isBlocked(agentState) ? 'blocked' : 'idle';
}
