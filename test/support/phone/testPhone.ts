import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import {
  bytesOf,
  fromBase64Url,
  toBase64Url,
  utf8,
  type Bytes,
} from '../../../src/shared/channel/bytes';
import {
  startPairedHandshake,
  startPairing,
  type StartedHandshake,
} from '../../../src/shared/channel/handshake';
import {
  newAgreementKeys,
  newSigningKeys,
  signature,
  type KeyPair,
} from '../../../src/shared/channel/keys';
import type { SecureChannel } from '../../../src/shared/channel/secureChannel';
import type { FromPage, PageReport, ToPage } from '../../../src/shared/messages/pageMessages';
import { firstFrame } from '../../../src/shared/phone/firstFrame';
import { matchingCode } from '../../../src/shared/phone/matchingCode';
import { ticketIn } from '../../../src/shared/phone/pairingLink';
import type { FromPhone, ToPhone } from '../../../src/shared/phone/phoneMessages';
import { signedCallOf, type SignedCall } from '../../../src/shared/phone/signedCall';
import { windowOfPhone } from '../../../src/shared/protocol/phoneWindow';
import type { Summary } from '../../../src/shared/protocol/protocol';
import type { Seal } from '../../../src/shared/protocol/keys';
import {
  lineChannel,
  phoneChannel,
  statementText,
  type Statement,
} from '../../../src/shared/protocol/signed';
import { toPhoneCall, toFailureMessage } from '../../../src/webview/phone/pageCalls';
import { until } from '../until';

type Told<Type> = Extract<ToPhone, { readonly type: Type }>;

/**
 * A phone as seen by a hub: the same handshakes and seals as the page's, over a WebSocket of Node.
 */
export class TestPhone {
  readonly told: ToPhone[] = [];
  /** Close code of the last connection. */
  closedBy: number | undefined;
  private socket: WebSocket | undefined;
  private channel: SecureChannel | undefined;
  private hubKey: Bytes = bytesOf(new Uint8Array());
  /** Difference between this phone's clock and the true time, in ms. */
  wrongBy = 0;
  /** Difference between this phone's clock and the hub's, as reported by the hub. */
  private offset = 0;
  private deviceId = '';
  /** Messages of its page, by the ids of their calls. */
  private readonly calls = new Map<string, FromPage>();

  private constructor(
    /** URL of the page, ending with `/`. */
    private page: string,
    readonly agreement: KeyPair,
    readonly signing: KeyPair,
    readonly headers: Readonly<Record<string, string>>,
    /** Certificate of the carrier in front of the page, in PEM. */
    private readonly ca: string | undefined,
  ) {}

  static async at(
    page: string,
    headers: Readonly<Record<string, string>> = {},
    { ca, signing }: { readonly ca?: string; readonly signing?: KeyPair | undefined } = {},
  ): Promise<TestPhone> {
    const keys = signing ?? (await newSigningKeys());
    return new TestPhone(page, await newAgreementKeys(), keys, headers, ca);
  }

  /** Starts pairing with the QR code's link; resolves once the desk has been asked. */
  async pair(link: string, name = 'Test phone'): Promise<Told<'waiting'>> {
    const ticket = ticketIn(new URL(link).hash);
    if (ticket === undefined) throw new Error('The link holds no ticket');
    this.hubKey = fromBase64Url(await this.keyOfHub()) ?? this.hubKey;
    const begun = await startPairing(this.agreement, this.hubKey, ticket.secret);
    await this.meet(
      begun,
      firstFrame({ meeting: 'pairing', id: ticket.id, message: begun.message }),
    );
    await this.introduce(name);
    return this.hear('waiting');
  }

  /** The same phone in another tab, or a caller with other keys that claims to be this phone. */
  twin({ agreement = this.agreement }: { readonly agreement?: KeyPair } = {}): TestPhone {
    const { page, signing, headers, ca } = this;
    const twin = new TestPhone(page, agreement, signing, headers, ca);
    twin.hubKey = this.hubKey;
    twin.deviceId = this.deviceId;
    return twin;
  }

  /**
   * Connects as a paired phone; resolves once the hub has accepted it and its page has the board.
   */
  async connect(): Promise<void> {
    await this.knock();
    await this.hear('welcome');
    await this.introduce();
    await this.begin();
  }

  /** Connects like a page that lost its hub: it retries until there is one. */
  async reconnect(): Promise<void> {
    await until(
      () => this.connect(),
      () => undefined,
      60_000,
    );
  }

  /** Changes the URL of the page. */
  moveTo(page: string): void {
    this.page = page;
  }

  /** Sends its signing key. */
  introduce(name = 'Test phone', { publicKey } = this.signing): Promise<void> {
    return this.say({ type: 'introduce', name, signingKey: toBase64Url(publicKey) });
  }

  /** Characters of this connection, for comparison with those at the desk. */
  get code(): string {
    return matchingCode(this.channel?.fingerprint ?? new Uint8Array());
  }

  /** Performs only the handshake of a paired phone. */
  async knock(device = this.device): Promise<void> {
    this.told.splice(0);
    const begun = await startPairedHandshake(this.agreement, this.hubKey);
    const id = fromBase64Url(device) ?? bytesOf(new Uint8Array());
    await this.meet(begun, firstFrame({ meeting: 'known', id, message: begun.message }));
  }

  /** Opens the page of the board. */
  async begin(): Promise<void> {
    await this.say({ type: 'page', message: { type: 'ready' } });
    await until(
      () => this.pages('snapshot'),
      ([first]) => {
        if (first === undefined) throw new Error('The phone has no board');
      },
    );
  }

  /** Machines of the board, from the last summary. */
  get machines(): Summary['machines'] {
    const [newest] = [...this.pages('snapshot'), ...this.pages('update')].toSorted(
      (one, other) => other.sequence - one.sequence,
    );
    return newest?.summary.machines;
  }

  get device(): string {
    return this.deviceId;
  }

  pages<Type extends ToPage['type']>(type: Type): Extract<ToPage, { readonly type: Type }>[] {
    return this.told.flatMap((one) =>
      one.type === 'page' && one.message.type === type
        ? [one.message as Extract<ToPage, { readonly type: Type }>]
        : [],
    );
  }

  async hear<Type extends ToPhone['type']>(type: Type): Promise<Told<Type>> {
    const found = await until(
      () => this.told.find((one) => one.type === type),
      (one) => {
        if (one === undefined) throw new Error(`Nothing of ${type}; closed by ${this.closedBy}`);
      },
    );
    return found as Told<Type>;
  }

  /** The call that a page's message signs; undefined if it needs no signature. */
  signed(message: FromPage): SignedCall | undefined {
    const call = toPhoneCall(message);
    return call && signedCallOf(call, windowOfPhone(this.device), this.machines);
  }

  /** Sends a message of its page, with a seal if the message needs one. */
  async tell(message: FromPage, change: Partial<Seal> = {}): Promise<void> {
    const call = this.signed(message);
    if (call === undefined) return this.tellUnder(undefined, message);
    await this.tellUnder({ ...(await this.seal(call)), ...change }, message);
  }

  /** Sends a message of its page with exactly this seal, whether or not the message needs one. */
  async tellUnder(seal: Seal | undefined, message: FromPage): Promise<void> {
    const call = toPhoneCall(message);
    if (call === undefined) return this.say({ type: 'page', message: message as PageReport });
    const id = `call-${(this.calls.size + 1).toString()}`;
    this.calls.set(id, message);
    await this.say({ type: 'call', id, ...call, ...(seal && { seal }) });
  }

  async say(message: FromPhone): Promise<void> {
    if (this.channel === undefined) throw new Error('The phone is not connected');
    this.socket?.send(await this.channel.seal(JSON.stringify(message)));
  }

  /**
   * Resolves once the hub has handled all earlier messages and its messages until then have
   * arrived.
   */
  async answered(): Promise<void> {
    const before = this.pages('alive').length;
    await this.say({ type: 'page', message: { type: 'ping' } });
    await until(
      () => this.pages('alive').length,
      (count) => {
        if (count <= before) throw new Error(`The hub does not answer; closed by ${this.closedBy}`);
      },
    );
  }

  /** The next message of this connection, sealed and not sent. */
  async sealed(message: FromPhone): Promise<Uint8Array> {
    if (this.channel === undefined) throw new Error('The phone is not connected');
    return this.channel.seal(JSON.stringify(message));
  }

  /** The first frame of a separate connection. */
  async firstFrame(): Promise<Bytes> {
    const { message } = await startPairedHandshake(this.agreement, this.hubKey);
    const id = fromBase64Url(this.device) ?? bytesOf(new Uint8Array());
    return firstFrame({ meeting: 'known', id, message });
  }

  /** Sends raw bytes. */
  raw(bytes: Uint8Array | string): void {
    this.socket?.send(bytes);
  }

  async hangUp(): Promise<void> {
    this.socket?.close();
    await until(
      () => this.closedBy,
      (code) => {
        if (code === undefined) throw new Error('The connection is open');
      },
    );
  }

  /** Seal of a statement, signed by this phone. */
  async seal(
    about: Pick<Statement, 'act' | 'session' | 'body'> & {
      readonly hub?: string;
      readonly line?: string;
      readonly aheadMs?: number;
    },
  ): Promise<Seal> {
    const welcome = await this.hear('welcome');
    const { act, session, body, hub = welcome.hub, line, aheadMs = 0 } = about;
    const key = createHash('sha256').update(this.signing.publicKey).digest('base64url');
    const at = this.clock + this.offset + aheadMs;
    const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
    const fingerprint = toBase64Url(this.channel?.fingerprint ?? bytesOf(new Uint8Array()));
    const channels = [
      phoneChannel(fingerprint),
      ...(line === undefined ? [] : [lineChannel(line)]),
    ];
    const text = statementText({ act, session, body, hub, key, at, nonce, channels });
    return {
      key,
      at,
      nonce,
      channels,
      signature: toBase64Url(await signature(this.signing.privateKey, utf8(text))),
    };
  }

  private async keyOfHub(): Promise<string> {
    const { ca } = this;
    const get = this.page.startsWith('https:') ? https.get : http.get;
    const [answer] = (await once(
      get(new URL('hub.json', this.page), { ...(ca !== undefined && { ca }) }),
      'response',
    )) as [http.IncomingMessage];
    const { key } = (await json(answer)) as { readonly key: string };
    return key;
  }

  private async meet(begun: StartedHandshake, first: Bytes): Promise<void> {
    this.closedBy = undefined;
    const address = new URL('channel', this.page);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const origin = new URL(this.page).origin;
    const socket = new WebSocket(address, {
      headers: { origin, ...this.headers },
      ...(this.ca !== undefined && { ca: this.ca }),
    });
    this.socket = socket;
    socket.once('close', (code) => (this.closedBy = code));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    const opened = new Promise<SecureChannel>((resolve, reject) => {
      let channel: Promise<SecureChannel> | undefined;
      // The hub's first messages may follow its answer at once.
      socket.on('message', (data: Buffer) => {
        if (channel === undefined) {
          channel = begun.finish(bytesOf(data));
          channel.then(resolve, reject);
        } else {
          void channel
            .then((open) => open.open(bytesOf(data)))
            .then((text) => this.take(JSON.parse(text) as ToPhone));
        }
      });
      socket.once('close', (code) => reject(new Error(`Closed by ${code}`)));
    });
    socket.send(first);
    this.channel = await opened;
  }

  private take(message: ToPhone): void {
    if (message.type === 'welcome') {
      this.deviceId = message.device.id;
      this.offset = message.now - this.clock;
    }
    this.told.push(message.type === 'answer' ? this.answerOf(message) : message);
  }

  /**
   * Converts the answer to a call into the message that the page gets; other answers are unchanged.
   */
  private answerOf(message: Told<'answer'>): ToPhone {
    const sent = this.calls.get(message.id);
    if (sent === undefined) return message;
    const { problem } = message;
    if (problem === undefined) {
      if (sent.type !== 'ask') return message;
      const { name, request } = sent;
      const { answer } = message;
      return {
        type: 'page',
        message: { type: 'answer', name, request, answer } as unknown as ToPage,
      };
    }
    const refusal = toFailureMessage(sent, problem);
    if (refusal === undefined)
      return sent.type === 'shown' ? message : { type: 'problem', problem };
    return { type: 'page', message: { ...refusal, sequence: 0 } as ToPage };
  }

  private get clock(): number {
    return Date.now() + this.wrongBy;
  }
}
