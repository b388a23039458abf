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

/** A window that does not answer in this time, in ms, is passed over: the machine waits no longer for both ways. */
const offerMs = 700;

/** A machine calls for the person no oftener than so in the time below, in ms: what goes beyond is declined. */
const maxCalls = 20;
const callsMs = 60_000;

export interface MachineOrdersParts {
  readonly windows: Pick<Windows, 'present' | 'ask'>;
  readonly session: (address: string) => LiveSession | undefined;
  /** Whether another card of the board stands for that one: its own host calls for it. */
  readonly isDouble: (address: string) => boolean;
  readonly mutes: () => readonly Mute[];
  readonly clock?: () => number;
}

/**
 * Carries out what a machine asks of the person at the desk: to call them for one of its sessions, and
 * nothing else. The machine chose the desk among its windows, so that a call comes once.
 */
export class MachineOrders {
  /** Times of the last calls of each. */
  private readonly calls = new WeakMap<Machine, readonly number[]>();

  constructor(private readonly parts: MachineOrdersParts) {}

  async take(order: Order, from: Machine): Promise<void> {
    const { machineId } = from;
    if (machineId === undefined) return undefined;
    if (order.type !== 'notify' && order.type !== 'warn') return this.answer(from, order, false);
    const sessionId = addressOf({ machineId, sessionId: order.sessionId });
    const session = this.parts.session(sessionId);
    if (session === undefined) return this.answer(from, order, false);
    if (this.parts.isDouble(sessionId)) return this.answer(from, order, true);
    const { windows, mutes, clock = Date.now } = this.parts;
    const now = clock();
    if (mutesOf(mutes(), session, now).length > 0) return this.answer(from, order, true);
    const incident = { kind: kindOf(session), startedAt: now } as const;
    const choice = chooseWindows(
      incident,
      session,
      { window: undefined, line: [] },
      windows.present,
    );
    if (choice.kind === 'inFront') return this.answer(from, order, true);
    if (this.isTooMuch(from, now)) return this.answer(from, order, false);
    const here =
      order.type === 'notify'
        ? ({ type: 'notify', sessionId, reach: 'none' } as const)
        : ({ type: 'warn', sessionId, collision: order.collision } as const);
    for (const { id } of choice.windows) {
      const fate = await windows.ask(id, here, offerMs, () => this.isGranted(from, order));
      if (fate === 'taken') return undefined;
      if (fate === 'declined') break;
    }
    return this.answer(from, order, false);
  }

  private isTooMuch(from: Machine, now: number): boolean {
    const recent = (this.calls.get(from) ?? []).filter((at) => now - at < callsMs);
    if (recent.length >= maxCalls) return true;
    this.calls.set(from, [...recent, now]);
    return false;
  }

  private async answer(from: Machine, { order }: Order, taken: boolean): Promise<void> {
    await from.call('answerOrder', '', { order, taken });
  }

  /** False where the machine asked somebody else by now: then nothing is shown here. */
  private async isGranted(from: Machine, { order }: Order): Promise<boolean> {
    const outcome = await from.call('answerOrder', '', { order, taken: true });
    return !(outcome instanceof Refusal);
  }
}

/** Kind of the incident that the machine calls for, by its session's state. */
function kindOf({ agentState }: LiveSession): Incident['kind'] {
  return isBlocked(agentState) ? 'blocked' : 'idle';
}
