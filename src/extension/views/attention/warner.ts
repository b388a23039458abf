import { collisionLine } from '../../../shared/board/texts/collisionText';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { plainTitle } from '../../../shared/text/plainText';
import type { Collision } from '../../../shared/protocol/work/collisions';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import type { Order } from '../../../shared/protocol/windows';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { escapeLinks } from '../markdown';

type WarnOrder = Extract<Order, { type: 'warn' }>;

/** Buttons of the warning that uncommitted work was removed. */
export type WarningAction = 'show' | 'see' | 'dismiss';

const labels: Readonly<Record<WarningAction, () => string>> = {
  show: () => t('Show Session'),
  see: () => t('See Changes'),
  dismiss: () => t('Dismiss'),
};
const actions: readonly WarningAction[] = ['show', 'see', 'dismiss'];

export interface WarnerParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly windowConnection: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  /** Resolves after the warning was closed, with the label of the pressed button. */
  readonly show: (message: string, labels: readonly string[]) => PromiseLike<string | undefined>;
  readonly act: (action: WarningAction, sessionId: string, collision: string) => void;
  readonly playSound: () => void;
}

/**
 * Warns that another session has removed uncommitted work, when the hub orders this window to do
 * so.
 */
export class Warner implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: WarnerParts) {
    this.lifetime.add(
      parts.windowConnection.onDidReceiveOrder((order) => {
        if (order.type === 'warn') void this.handleOrder(order);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Handles an order to warn; declines it if the card no longer has the collision. */
  private async handleOrder(order: WarnOrder): Promise<void> {
    const { windowConnection, show, act, playSound } = this.parts;
    const { sessionId, collision } = order;
    const message = this.messageOf(sessionId, collision);
    const isWanted = message !== undefined;
    if (!(await windowConnection.answer(order, isWanted)) || !isWanted || this.lifetime.isDisposed)
      return;
    playSound();
    const label = await show(
      message,
      actions.map((action) => labels[action]()),
    );
    const pressed = actions.find((action) => labels[action]() === label);
    if (pressed !== undefined && !this.lifetime.isDisposed) act(pressed, sessionId, collision);
  }

  private messageOf(sessionId: string, collision: string): string | undefined {
    const session = this.parts.board.get(sessionId);
    const found = session?.collisions?.found.find(({ id }: Collision) => id === collision);
    if (session === undefined || found?.level !== 3) return undefined;
    return escapeLinks(t('{0}: {1}', plainTitle(sessionTitle(session), 60), collisionLine(found)));
  }
}
