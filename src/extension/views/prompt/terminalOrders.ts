import { promptFault } from '../../../shared/words/promptFault';
import type { Order } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { WindowOffer } from '../control/controlState';
import { typeEscape, typeExit, typePermissions, typePrompt, type TypedInto } from './typing';

export interface TerminalOrdersParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly line: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  readonly terminals: { withPid(pid: number): TypedInto | undefined };
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
}

/** Does in this window's terminals what a person asked for in any window. */
export class TerminalOrders implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: TerminalOrdersParts) {
    this.lifetime.add(parts.line.onDidReceiveOrder((order) => void this.obey(order)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async obey(order: Order): Promise<void> {
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
   * Only where this window offers control, and only once the hub has granted it. A prompt is text: the hub
   * takes none with a control character, and a window does not rely on it.
   */
  private async act(
    order: Extract<Order, { type: 'typePrompt' | 'interrupt' | 'endSession' | 'openPermissions' }>,
    type: (terminal: TypedInto) => Promise<void> | void,
  ): Promise<void> {
    const { board, line, terminals, control } = this.parts;
    const session = board.get(order.sessionId);
    const terminal = terminals.withPid(order.terminal);
    const isText = order.type !== 'typePrompt' || promptFault(order.text) === undefined;
    const may =
      isText && session !== undefined && control.reasonAgainst(session.projectPath) === undefined;
    const granted = await line.answer(order, may && terminal !== undefined);
    if (granted && may && terminal !== undefined) await type(terminal);
  }
}
