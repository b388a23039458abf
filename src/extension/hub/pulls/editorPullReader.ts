import type { PullAnswer } from '../../../shared/protocol/layers/pulls';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { OpenOrders } from '../attention/openOrders';
import type { PullAddress } from './pullAddress';

/** Time limit for a window's answer, in ms. */
const timeoutMs = 30_000;

export interface EditorPullReaderParts {
  /** Returns the window that should read a pull request; undefined if none can. */
  readonly window: () => string | undefined;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly timeoutMs?: number;
}

/**
 * Reads pull requests through a window with the editor's sign-in, which is valid only for
 * github.com.
 */
export class EditorPullReader {
  private readonly orders = new OpenOrders<PullAnswer>({ kind: 'failed' });

  constructor(private readonly parts: EditorPullReaderParts) {}

  async read({ host, owner, repository, number }: PullAddress): Promise<PullAnswer> {
    if (host !== 'github.com') return { kind: 'missing' };
    const window = this.parts.window();
    if (window === undefined) return { kind: 'failed' };
    return this.orders.ask(window, this.parts.timeoutMs ?? timeoutMs, (order) => {
      const data = { type: 'readPull', order, owner, repository, number } as const;
      this.parts.send(window, { type: 'order', data });
    });
  }

  /** Returns false for an answer that is late or comes from a window that was not asked. */
  answer(window: string, order: string, answer: PullAnswer): Promise<boolean> {
    return this.orders.answer(window, order, answer);
  }

  /**
   * Resolves the open requests to a disconnected window as failed; without a window, all open
   * requests.
   */
  giveUp(window?: string): void {
    this.orders.cancelOrders(window);
  }
}
