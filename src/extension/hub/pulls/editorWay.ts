import type { PullAnswer } from '../../../shared/protocol/layers/pulls';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { OpenOrders } from '../attention/openOrders';
import type { PullAddress } from './pullAddress';

/** A window that says nothing for so long is not waited for, in ms. */
const timeoutMs = 30_000;

export interface EditorWayParts {
  /** The window that is to ask; undefined while none offers it. */
  readonly window: () => string | undefined;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly timeoutMs?: number;
}

/** Asks by a window, which has the editor's sign-in. That one is for github.com alone. */
export class EditorWay {
  private readonly orders = new OpenOrders<PullAnswer>({ kind: 'failed' });

  constructor(private readonly parts: EditorWayParts) {}

  async ask({ host, owner, repository, number }: PullAddress): Promise<PullAnswer> {
    if (host !== 'github.com') return { kind: 'missing' };
    const window = this.parts.window();
    if (window === undefined) return { kind: 'failed' };
    return this.orders.ask(window, this.parts.timeoutMs ?? timeoutMs, (order) => {
      const data = { type: 'readPull', order, owner, repository, number } as const;
      this.parts.send(window, { type: 'order', data });
    });
  }

  /** False where the answer comes too late, or from a window that was not asked. */
  answer(window: string, order: string, answer: PullAnswer): Promise<boolean> {
    return this.orders.answer(window, order, answer);
  }

  /** That window is gone; without a name, all are. */
  giveUp(window?: string): void {
    this.orders.giveUp(window);
  }
}
