import assert from 'node:assert/strict';
import { callOf, type CallName } from '../../../src/shared/protocol/calls';
import type { ConnectPhone, PhoneScope, PhonesNews } from '../../../src/shared/protocol/phones';
import { routes } from '../../../src/shared/protocol/protocol';
import { call, type Answer } from '../hub/wire/call';
import type { HookTarget } from '../hub/wire/hubTarget';
import { StreamReader } from '../hub/wire/streamReader';
import { signedFor, signedIfNeeded } from '../hub/testSigner';
import { until } from '../until';
import { TestPhone } from './testPhone';

const window = 'desk';

/** A window of any hub that knows the tests' key, where a person connects phones and may answer. */
export class PhoneDesk {
  private readonly stream: StreamReader;

  private constructor(private readonly target: HookTarget) {
    const { url, token } = target;
    this.stream = new StreamReader(`${url}${routes.stream}?window=${window}`, token);
  }

  static async at(target: HookTarget): Promise<PhoneDesk> {
    const desk = new PhoneDesk(target);
    await desk.stream.waitFor((frames) => assert.ok(frames.length > 0));
    const offer = { window, label: 'The desk', enabled: true, disabledProjects: [] };
    await desk.post(routes.control, offer);
    return desk;
  }

  /** The last news about phones that the desk received. */
  get news(): PhonesNews | undefined {
    const start = 'event: phones\ndata: ';
    const newest = this.stream.messages.findLast((message) => message.startsWith(start));
    return newest === undefined
      ? undefined
      : (JSON.parse(newest.slice(start.length)) as PhonesNews);
  }

  /** Opens the hub's listener for phones; returns its port. */
  async listen(): Promise<number> {
    const { text } = await this.call('listenForPhones', {});
    return (JSON.parse(text) as { readonly port: number }).port;
  }

  /** Requests a QR code for that kind of connection; returns its link. */
  async ticket(way: ConnectPhone): Promise<string> {
    const before = this.news?.pairing?.link;
    await this.call('connectPhone', way);
    const news = await this.waitFor(({ pairing }) => {
      assert.ok(pairing?.link !== undefined && pairing.link !== before);
    });
    return news.pairing?.link ?? '';
  }

  /** Accepts the phone that asks, once one does. */
  async accept(scope: PhoneScope): Promise<void> {
    const { pairing } = await this.waitFor((news) => assert.ok(news.pairing?.asking));
    const { device = '', signingKey = '' } = pairing?.asking ?? {};
    const body = { window, device, signingKey, verdict: scope };
    await this.call('judgePhone', signedFor(this.target.token, 'judgePhone', '', body));
  }

  /** Pairs and accepts a phone; resolves once it has the board. `page` is the URL of its page. */
  async phone(page: string, scope: PhoneScope = 'answer'): Promise<TestPhone> {
    const phone = await TestPhone.at(page);
    await phone.pair(await this.ticket({ kind: 'editor', url: page }));
    await this.accept(scope);
    await phone.hear('welcome');
    await phone.begin();
    return phone;
  }

  close(): void {
    this.stream.close();
  }

  private async waitFor(assertion: (news: PhonesNews) => void): Promise<PhonesNews> {
    const found = await until(
      () => this.news,
      (news) => {
        assert.ok(news);
        assertion(news);
      },
    );
    assert.ok(found);
    return found;
  }

  private call(name: CallName, body: object): Promise<Answer> {
    return this.post(callOf(name).path, body);
  }

  private async post(path: string, body: object): Promise<Answer> {
    const { url, token } = this.target;
    const answer = await call(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(signedIfNeeded(token, path, body)),
    });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  }
}
