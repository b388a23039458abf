import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import type { HubOptions } from '../../../src/extension/hub/hub';
import type { VouchedPhones } from '../../../src/extension/hub/signed/vouchedPhones';
import type { KeyPair } from '../../../src/shared/channel/keys';
import type { ConnectPhone, PhonesNews } from '../../../src/shared/protocol/phones';
import { routes } from '../../../src/shared/protocol/protocol';
import type { Answer } from '../hub/wire/call';
import { freePort } from '../hub/wire/freePorts';
import type { StreamReader } from '../hub/wire/streamReader';
import { TestHub } from '../hub/testHub';
import { signedFor } from '../hub/testSigner';
import { until } from '../until';
import { TestPhone } from './testPhone';

/** A hub with a desk: a window where a person connects phones. */
export class PhoneHub {
  private constructor(
    readonly hub: TestHub,
    readonly desk: StreamReader,
    readonly port: number,
    readonly pageFolder: string,
    /** Page folder that was created for this hub; undefined if it serves a different one. */
    private readonly ownFolder: string | undefined,
  ) {}

  static async start(home?: string, phones: HubOptions['phones'] = {}): Promise<PhoneHub> {
    const pageFolder = await mkdtemp(path.join(os.tmpdir(), 'phone-page-'));
    await writeFile(path.join(pageFolder, 'index.html'), '<!doctype html><title>Page</title>');
    await writeFile(path.join(pageFolder, 'app.js'), 'void 0;'.repeat(1_000));
    return PhoneHub.open({ pageFolder, ownFolder: pageFolder, home, phones });
  }

  /** Starts a hub that serves the page of that folder. */
  static async serving(
    pageFolder: string,
    port?: number,
    home?: string,
    vouched?: VouchedPhones,
  ): Promise<PhoneHub> {
    return PhoneHub.open({ pageFolder, port, home, vouched });
  }

  private static async open(options: {
    readonly pageFolder: string;
    readonly ownFolder?: string;
    readonly port?: number | undefined;
    readonly home: string | undefined;
    readonly phones?: HubOptions['phones'];
    readonly vouched?: VouchedPhones | undefined;
  }): Promise<PhoneHub> {
    const { home, phones, vouched, ownFolder, port = await freePort() } = options;
    const pageFolder = phones?.pageFolder ?? options.pageFolder;
    const hub = await TestHub.start(home, {
      phones: { ...phones, pageFolder, ports: [port] },
      ...(vouched && { vouched }),
    });
    return new PhoneHub(hub, await hub.window('desk'), port, pageFolder, ownFolder);
  }

  get page(): string {
    return `http://localhost:${this.port}/`;
  }

  post(name: string, body: object = {}): Promise<Answer> {
    return this.hub.post(`${routes.phones}/${name}`, body);
  }

  /** The last news about phones that the desk received. */
  get news(): PhonesNews | undefined {
    const start = 'event: phones\ndata: ';
    const newest = this.desk.messages.findLast((message) => message.startsWith(start));
    return newest === undefined
      ? undefined
      : (JSON.parse(newest.slice(start.length)) as PhonesNews);
  }

  waitFor(assertion: (news: PhonesNews) => void): Promise<PhonesNews> {
    return until(
      () => this.news,
      (news) => {
        assert.ok(news);
        assertion(news);
      },
    ) as Promise<PhonesNews>;
  }

  /** Requests a QR code; returns its link. */
  async ticket(way: ConnectPhone = { kind: 'editor', url: this.page }): Promise<string> {
    const before = this.news?.pairing?.link;
    const answer = await this.post('connect', way);
    assert.equal(answer.status, 204, answer.text);
    const { pairing } = await this.waitFor(({ pairing: now }) => {
      assert.ok(now?.link !== undefined && now.link !== before);
    });
    return pairing?.link ?? '';
  }

  judge(
    verdict: string,
    asked: { readonly device: string; readonly signingKey: string } | undefined = this.news?.pairing
      ?.asking,
  ): Promise<Answer> {
    const { device = '', signingKey = '' } = asked ?? {};
    const body = { window: 'desk', device, signingKey, verdict };
    return this.post('judge', signedFor(this.hub.running.token, 'judgePhone', '', body));
  }

  /** Pairs and accepts a phone; resolves once it has the board. */
  async phone(
    verdict: 'watch' | 'answer' = 'answer',
    name = 'Test phone',
    signing?: KeyPair,
  ): Promise<TestPhone> {
    const phone = await TestPhone.at(this.page, {}, { signing });
    await this.accept(phone, await this.ticket(), verdict, name);
    return phone;
  }

  /** Pairs a phone by that link; resolves once it has the board. */
  async accept(
    phone: TestPhone,
    link: string,
    verdict: 'watch' | 'answer' = 'answer',
    name = 'Test phone',
  ): Promise<void> {
    const { code } = await phone.pair(link, name);
    const { pairing } = await this.waitFor(({ pairing: now }) => assert.ok(now?.asking));
    assert.equal(pairing?.asking?.code, code);
    assert.equal((await this.judge(verdict)).status, 204);
    await phone.hear('welcome');
    await phone.begin();
  }

  async dispose(): Promise<void> {
    await this.hub.dispose();
    if (this.ownFolder !== undefined) await rm(this.ownFolder, { recursive: true, force: true });
  }
}
