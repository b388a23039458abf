import type { Browser } from 'puppeteer-core';
import { PageFiles } from '../../../src/extension/hub/phone/pageFiles';
import type { Device } from '../../../src/extension/hub/phone/devices';
import { PhoneServer } from '../../../src/extension/hub/phone/phoneServer';
import { systemClock } from '../../../src/extension/util/clock';
import { Pusher } from '../../../src/extension/hub/phone/push/pusher';
import { PushProgress } from '../../../src/extension/hub/phone/push/pushProgress';
import { pushMessage } from '../../../src/extension/hub/phone/push/pushTexts';
import { Receipts } from '../../../src/extension/hub/phone/push/receipts';
import { silentLog } from '../../../src/extension/util/log';
import { newPrivateKey, signerOf } from '../../../src/extension/util/keys/signing';
import { toBase64Url } from '../../../src/shared/channel/bytes';
import type { PushSubscription } from '../../../src/shared/phone/phoneMessages';
import { builtPushPage } from './pushPage';
import { copiedKeys, PushPhone } from './pushPhone';
import type { PushService } from './pushService';

const device = 'd'.repeat(22);
/** Number of notification tags; each further push replaces a notification. */
const places = 20;

/**
 * Sends pushes one after the other through the hub's own parts to a real browser and waits for the
 * receipts.
 */
export class PushRange {
  /** Number of answers to receipts, by status. */
  readonly heard = new Map<number, number>();
  /** Ids of the pushes in the order of their receipts. */
  readonly receipts: string[] = [];

  private constructor(
    private readonly server: PhoneServer,
    private readonly progress: PushProgress,
    private readonly pusher: Pusher,
    private readonly subscription: PushSubscription,
    readonly phone: PushPhone,
  ) {}

  static async open(firefox: Browser, service: PushService): Promise<PushRange> {
    const keys = await copiedKeys();
    const signingKey = toBase64Url(keys.publicKey);
    const progress = new PushProgress(systemClock);
    const receipts = new Receipts({
      device: (id) => (id === device ? ({ id, signingKey } as Device) : undefined),
      progress,
      onRenewed: () => Promise.resolve(true),
      now: Date.now,
    });
    let range: PushRange | undefined;
    const server = new PhoneServer({
      port: 0,
      files: await PageFiles.readFrom(await builtPushPage()),
      about: () => '{}',
      hosts: () => [],
      onSocket: (socket) => socket.terminate(),
      onReceipt: async (receipt) => {
        const status = await receipts.handle(receipt);
        range?.heard.set(status, (range.heard.get(status) ?? 0) + 1);
        return status;
      },
      log: silentLog,
    });
    await server.listen();
    const signer = signerOf(newPrivateKey());
    const pusher = new Pusher({ signer, isAlsoService: service.isAt });
    const address = `http://localhost:${server.port}/`;
    const phone = await PushPhone.open(firefox, address, device, keys);
    const subscription = await phone.subscribe(signer.publicKey);
    range = new PushRange(server, progress, pusher, subscription, phone);
    progress.onDidChange(({ id, stage }) => {
      if (stage === 'shown') range?.receipts.push(id);
    });
    return range;
  }

  /** Sends one push; returns the time in ms until its receipt arrived. */
  async push(number: number): Promise<number> {
    const { id, message } = pushMessage(
      { title: `Push ${number}`, body: 'Body' },
      { tag: `place/${number % places}`, navigate: 'https://phone.test/' },
    );
    const from = performance.now();
    this.progress.begin({ id, device, sessions: [], isFollowUp: false });
    const shown = new Promise<number>((resolve, reject) => {
      const watch = this.progress.onDidChange((now) => {
        if (now.id !== id || now.stage === 'sent' || now.stage === 'accepted') return;
        watch.dispose();
        if (now.stage === 'shown') resolve(performance.now() - from);
        else reject(new Error(`Push ${number} is ${now.stage}: ${now.detail}`));
      });
    });
    shown.catch(() => undefined); // Awaited below.
    const { signal } = new AbortController();
    const { subscription } = this;
    const outcome = await this.pusher.push({ subscription, message, lifeMs: 60_000, signal });
    if (outcome.kind === 'accepted') this.progress.accepted(id);
    else this.progress.failed(id, outcome.kind);
    return shown;
  }

  async close(): Promise<void> {
    this.pusher.dispose();
    this.progress.dispose();
    await this.server.close();
  }
}
