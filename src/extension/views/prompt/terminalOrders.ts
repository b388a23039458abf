import { promptFault } from '../../../shared/words/promptFault';
import type { Order } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { WindowOffer } from '../control/controlState';
import { typeEscape, typeExit, typePermissions, typePrompt, type TypedInto } from './typing';

export interface TerminalOrdersParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly windowConnection: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  readonly terminals: { withPid(pid: number): TypedInto | undefined };
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
}

/**
 * Executes the hub's orders to type into this window's terminals; a person requested them in any
 * window.
 */
export class TerminalOrders implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: TerminalOrdersParts) {
    this.lifetime.add(
      parts.windowConnection.onDidReceiveOrder((order) => void this.runOrder(order)),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async runOrder(order: Order): Promise<void> {
    switch (order.type) {
      case 'typePrompt':
        return this.act(order, (terminal) => typePrompt(terminal, order.text));
      case 'interrupt':
        return this.act(order, typeEscape);
      case 'endSession':
        return this.act(order, typeExit);
      case 'openPermissions':
        return this.act(order, typePermissions);
      default:
        return undefined;
    }
  }

  /**
   * Types into the terminal if this window offers control for the session and the hub confirms the
   * order. The hub already refuses prompts with control characters; this is checked here again.
   */
  private async act(
    order: Extract<Order, { type: 'typePrompt' | 'interrupt' | 'endSession' | 'openPermissions' }>,
    type: (terminal: TypedInto) => Promise<void> | void,
  ): Promise<void> {
    const { board, windowConnection, terminals, control } = this.parts;
    const session = board.get(order.sessionId);
    const terminal = terminals.withPid(order.terminal);
    const isText = order.type !== 'typePrompt' || promptFault(order.text) === undefined;
    const isAllowed =
      isText && session !== undefined && control.reasonAgainst(session.projectPath) === undefined;
    const isConfirmed = await windowConnection.answer(order, isAllowed && terminal !== undefined);
    if (isConfirmed && isAllowed && terminal !== undefined) await type(terminal);
  }
}
