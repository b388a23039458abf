import { requestDigest } from '../../../src/extension/util/keys/signing';
import { StreamClient } from '../../../src/extension/link/streamClient';
import { streamHeader } from '../../../src/extension/util/noForwardHeader';
import { fieldsOf } from '../../../src/shared/text/fields';
import type { ControlOffer, Decision } from '../../../src/shared/protocol/control';
import { routes, type PendingRequest } from '../../../src/shared/protocol/protocol';
import type { Mute, Order, Presence } from '../../../src/shared/protocol/windows';
import { until } from '../until';
import { aPresence } from './aWindow';
import type { TestHub } from './testHub';
import { signedFor } from './testSigner';

/** How the window reacts to an order: it accepts, declines or ignores it. */
type Reaction = 'take' | 'decline' | 'ignore';

/** An editor window, as the hub sees it. */
export class TestWindow {
  readonly orders: Order[] = [];
  /** Orders that were answered in time. */
  readonly taken: Order[] = [];
  mutes: readonly Mute[] | undefined;
  reaction: Reaction = 'take';
  private readonly stream: StreamClient;

  private constructor(
    readonly id: string,
    private readonly hub: TestHub,
  ) {
    const listener = {
      onEvent: () => undefined,
      onEnd: () => undefined,
      onMessage: (message: { readonly type: string; readonly data: unknown }): void =>
        this.receive(message),
    };
    this.stream = new StreamClient(hub.running.reach, listener, id);
  }

  /** Number of its stream, which is secret. */
  get number(): string {
    return this.stream.number ?? '';
  }

  /** Resolves once the hub has registered the window. */
  static async open(
    hub: TestHub,
    id: string,
    presence: Partial<Presence> = {},
  ): Promise<TestWindow> {
    const window = new TestWindow(id, hub);
    await until(
      () => window.mutes,
      (mutes) => {
        if (mutes === undefined) throw new Error(`${id} is not connected`);
      },
      20_000,
    );
    await window.tell(presence);
    return window;
  }

  async tell(presence: Partial<Presence>): Promise<void> {
    await this.post(`${routes.windows}/${this.id}`, aPresence(presence));
  }

  /** Posts a call; rejects with the hub's own message. */
  async post(route: string, body: unknown): Promise<unknown> {
    const { number } = this;
    const fields = fieldsOf(body);
    const sent = 'seal' in fields ? fields : { ...fields, stream: number };
    const { status, text } = await this.hub.post(route, sent, { [streamHeader]: number });
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (status >= 300) throw new Error(String(fieldsOf(answer)['message']));
    return answer;
  }

  /** Posts a signed call. */
  signed(act: 'decide' | 'prompts' | 'act', sessionId: string, payload: object): Promise<unknown> {
    const body = signedFor(this.hub.running.token, act, sessionId, { window: this.id, ...payload });
    return this.post(`${routes.sessions}/${sessionId}/${act}`, body);
  }

  /** Offers control like a window whose person may answer. */
  async offerControl(change: Partial<ControlOffer> = {}): Promise<void> {
    const offer = { label: this.id, enabled: true, disabledProjects: [], ...change };
    await this.post(routes.control, { window: this.id, ...offer });
  }

  /** Answers a request, with the digest of what was shown. */
  async decide(
    sessionId: string,
    request: PendingRequest | undefined,
    decision: Decision,
  ): Promise<void> {
    const shown = request === undefined ? '' : requestDigest(request);
    await this.signed('decide', sessionId, { call: request?.call?.id, shown, decision });
  }

  close(): void {
    this.stream.dispose();
  }

  private receive(message: { readonly type: string; readonly data: unknown }): void {
    if (message.type === 'mutes') this.mutes = message.data as readonly Mute[];
    if (message.type === 'order') void this.obey(message.data as Order);
  }

  private async obey(order: Order): Promise<void> {
    this.orders.push(order);
    if (this.reaction === 'ignore') return;
    const taken = this.reaction === 'take';
    try {
      await this.post(`${routes.windows}/${this.id}/answer`, { order: order.order, taken });
      if (taken) this.taken.push(order);
    } catch {
      // The answer was too late.
    }
  }
}
