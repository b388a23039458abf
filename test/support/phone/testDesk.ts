import assert from 'node:assert/strict';
import { findHub } from '../../../src/extension/link/findHub';
import { HubClient } from '../../../src/extension/link/hubClient';
import { StreamClient } from '../../../src/extension/link/streamClient';
import type { EditorKeys } from '../../../src/extension/util/keys/editorKeys';
import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import type { LifeNews } from '../../../src/shared/protocol/life';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { BoardReplica } from '../../../src/extension/link/boardReplica';
import { until } from '../until';
import { TestPhone } from './testPhone';

/**
 * A window of an editor, connected to whichever hub serves the config home, where a person connects
 * phones.
 */
export class TestDesk {
  readonly board = new BoardReplica();
  phones: PhonesNews | undefined;
  life: LifeNews | undefined;
  ended = false;
  readonly calls: HubClient<'window'>;
  private readonly stream: StreamClient;

  private constructor(
    readonly hub: ReachableHub,
    private readonly keys: EditorKeys,
    window: string,
  ) {
    const stream = () => this.stream.number;
    this.calls = new HubClient({ hub: () => hub, window, stream, signer: () => keys.signer() });
    this.stream = new StreamClient(
      hub,
      {
        onEvent: (event) => this.board.apply(event),
        onMessage: (message) => {
          if (message.type === 'phones') this.phones = message.data;
          if (message.type === 'life') this.life = message.data;
        },
        onEnd: () => (this.ended = true),
      },
      window,
    );
  }

  static async open(
    home: string,
    ports: readonly number[],
    keys: EditorKeys,
    window = 'desk',
  ): Promise<TestDesk> {
    const found = await until(
      () => findHub(home, ports, new Set(), false),
      ({ kind }) => assert.equal(kind, 'follow'),
    );
    assert.ok(found.kind === 'follow');
    const desk = new TestDesk(found, keys, window);
    await until(
      () => [desk.phones, desk.life],
      (news) => assert.ok(news.every((one) => one !== undefined)),
    );
    return desk;
  }

  /**
   * Pairs and accepts a phone; resolves once it has the board. The editor stores the phone's key
   * like the product.
   */
  async phone(verdict: 'watch' | 'answer' = 'answer', name = 'Test phone'): Promise<TestPhone> {
    const port = await until(
      () => this.calls.call('listenForPhones', {}),
      (answer) => assert.ok(answer.port),
    );
    const page = `http://localhost:${port.port}/`;
    const before = this.phones?.pairing?.link;
    await this.calls.call('connectPhone', { kind: 'editor', url: page });
    const news = await this.waitFor(({ pairing }) => {
      assert.ok(pairing?.link !== undefined && pairing.link !== before);
    });
    const phone = await TestPhone.at(page);
    await phone.pair(news.pairing?.link ?? '', name);
    const { pairing } = await this.waitFor(({ pairing: now }) => assert.ok(now?.asking));
    const { device = '', signingKey = '', agreementKey = '' } = pairing?.asking ?? {};
    await this.keys.storePhone({ id: device, signingKey, agreementKey, scope: verdict });
    await this.calls.call('judgePhone', { device, signingKey, verdict });
    await phone.hear('welcome');
    await phone.begin();
    return phone;
  }

  async waitFor(assertion: (news: PhonesNews) => void): Promise<PhonesNews> {
    const news = await until(
      () => this.phones,
      (now) => {
        assert.ok(now);
        assertion(now);
      },
    );
    assert.ok(news);
    return news;
  }

  async session(fits: (session: LiveSession) => boolean): Promise<LiveSession> {
    const found = await until(
      () => this.board.sessions.find(fits),
      (one) => assert.ok(one),
    );
    assert.ok(found);
    return found;
  }

  close(): void {
    this.stream.dispose();
    this.board.dispose();
  }
}
