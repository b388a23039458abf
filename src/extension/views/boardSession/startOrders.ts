import type { Order } from '../../../shared/protocol/windows';
import { promptFault } from '../../../shared/words/promptFault';
import type { WindowConnection } from '../../link/windowConnection';
import type { StartClaims } from '../../util/hub/startClaims';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { WindowOffer } from '../control/controlState';
import type { BoardSessions } from './boardSessions';
import { UncertainStart } from './startRunner';

export interface StartOrdersParts {
  readonly windowConnection: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
  readonly sessions: Pick<BoardSessions, 'reasonAgainst' | 'startAs'>;
  readonly claims: Pick<StartClaims, 'claim' | 'fail'>;
  readonly log: Log;
}

type StartOrder = Extract<Order, { type: 'startSession' }>;

/** Starts sessions by the hub's orders, with the follow-ups that a person has written for them. */
export class StartOrders implements Disposable {
  private readonly subscription: Disposable;

  constructor(private readonly parts: StartOrdersParts) {
    this.subscription = parts.windowConnection.onDidReceiveOrder((order) => {
      if (order.type === 'startSession') void this.runOrder(order);
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async runOrder(order: StartOrder): Promise<void> {
    const { windowConnection, claims, log } = this.parts;
    const isAllowed = this.isAllowed(order);
    const isConfirmed = await windowConnection.answer(order, isAllowed);
    if (!isConfirmed || !isAllowed) return;
    try {
      // False if the start was claimed before: by a window to which a restarted hub gave the same
      // order, or by the hub, which then queues the prompt again.
      if (!(await claims.claim(order.sessionId))) return;
    } catch (error) {
      log.error(`A session was not started: ${String(error)}`);
      return;
    }
    await this.start(order);
  }

  private isAllowed({ folder, text }: StartOrder): boolean {
    const { control, sessions } = this.parts;
    const against = sessions.reasonAgainst ?? control.reasonAgainst(folder);
    return against === undefined && promptFault(text) === undefined;
  }

  /**
   * Starts the session. Records the failure in the claim if the prompt certainly did not reach the
   * session.
   */
  private async start({ sessionId, folder, worktree, text }: StartOrder): Promise<void> {
    const { sessions, claims, log } = this.parts;
    try {
      const place = { folder, ...(worktree && { worktree: '' }) };
      await sessions.startAs(sessionId, { ...place, mode: undefined, prompt: text });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error(`A session was not started: ${problem}`);
      if (error instanceof UncertainStart) return;
      await claims.fail(sessionId, problem).catch((failure: unknown) => {
        log.error(`Why a session was not started is unknown to the hub: ${String(failure)}`);
      });
    }
  }
}
