import { bytesOf, fromBase64Url, toBase64Url } from '../../../shared/channel/bytes';
import { startPairedHandshake } from '../../../shared/channel/handshake';
import { closeCodes } from '../../../shared/phone/firstFrame';
import { matchingCode } from '../../../shared/phone/matchingCode';
import type { FromPhone, ToPhone } from '../../../shared/phone/phoneMessages';
// oxlint-disable-next-line no-restricted-imports -- the imported module contains no schema
import { phoneChannel } from '../../../shared/protocol/signed';
import type { Identity } from '../keep/identity';
import { channelAddress } from './channelAddress';
import { parseHubMessage } from './messageIn';
import { lostCode, SealedLink } from './sealedLink';

/** Backoff between attempts in ms: first pause, growth factor, and longest pause. */
const firstPauseMs = 400;
const growth = 1.8;
const longestPauseMs = 15_000;
/**
 * Age in ms from which a pending attempt is replaced on a retry, because its network may be gone.
 */
const staleMs = 2_000;
/** Pause in ms after a close code for which retrying rarely helps. */
const hopelessPauseMs = 60_000;
/** Time in ms for the hub to answer a ping; shorter than the page's own limit. */
const answerMs = 2_500;

const hopeless: ReadonlySet<number> = new Set([
  closeCodes.unknownDevice,
  closeCodes.removed,
  closeCodes.unreadable,
  closeCodes.crowded,
]);

type Welcome = Extract<ToPhone, { readonly type: 'welcome' }>;

export interface ConnectionParts {
  readonly identity: Identity;
  readonly onTrying: () => void;
  /** Called when the phone is connected (`isNew`), or its permissions have changed. */
  readonly onWelcome: (welcome: Welcome, isNew: boolean) => void;
  readonly onMessage: (message: Exclude<ToPhone, Welcome>) => void;
  /**
   * Called when the connection was closed with this code; further attempts follow. `wasLive` is
   * true if the phone was connected until then.
   */
  readonly onDown: (code: number, wasLive: boolean) => void;
}

/** Keeps a paired phone connected while the page is visible, and detects a lost connection. */
export class PhoneConnection {
  private link: SealedLink | undefined;
  private channelId = '';
  private isWelcome = false;
  /** Time of the last attempt, as `performance.now`. */
  private triedAt = 0;
  private pauseMs = firstPauseMs;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private answerTimer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  /**
   * Matching code, which the computer shows as well unless there is an intermediary; it differs on
   * each connection.
   */
  code = '';

  constructor(private readonly parts: ConnectionParts) {}

  start(): void {
    document.addEventListener('visibilitychange', this.onVisibility);
    window.addEventListener('online', this.onReachable);
    window.addEventListener('pageshow', this.onReachable);
    this.open();
  }

  stop(): void {
    this.isStopped = true;
    document.removeEventListener('visibilitychange', this.onVisibility);
    window.removeEventListener('online', this.onReachable);
    window.removeEventListener('pageshow', this.onReachable);
    clearTimeout(this.retryTimer);
    clearTimeout(this.answerTimer);
    this.link?.close();
  }

  /** Name of the open connection, for signatures. */
  get channel(): string {
    return this.channelId;
  }

  get isLive(): boolean {
    return this.isWelcome;
  }

  /**
   * Sends a message; false if the phone is not connected. The promise of a message keeps the
   * message's place in the order.
   */
  send(message: FromPhone | Promise<FromPhone>): boolean {
    if (!this.isWelcome || this.link === undefined) return false;
    this.link.send(Promise.resolve(message).then((resolved) => JSON.stringify(resolved)));
    return true;
  }

  /** Connects immediately; if connected, checks the connection. */
  retry(): void {
    if (this.isWelcome) return this.probe();
    this.pauseMs = firstPauseMs;
    if (this.link !== undefined && performance.now() - this.triedAt > staleMs) this.link.close();
    if (this.link === undefined) this.open();
  }

  /** Pings the hub, because a phone that was suspended may hold a dead connection. */
  probe(): void {
    this.send({ type: 'page', message: { type: 'ping' } });
    this.expectAnswer();
  }

  /**
   * To be called after a message that the hub answers; without an answer the connection is closed.
   */
  expectAnswer(): void {
    if (!this.isWelcome || document.hidden) return;
    this.answerTimer ??= setTimeout(() => this.link?.close(lostCode), answerMs);
  }

  private readonly onVisibility = (): void => {
    this.send({ type: 'visible', visible: !document.hidden });
    if (document.hidden) this.stopWaiting();
    else this.retry();
  };

  private readonly onReachable = (): void => this.retry();

  private open(): void {
    clearTimeout(this.retryTimer);
    if (this.isStopped) return;
    const { identity, onTrying } = this.parts;
    onTrying();
    this.triedAt = performance.now();
    this.link = new SealedLink({
      address: channelAddress(location.href),
      meeting: 'known',
      id: fromBase64Url(identity.id) ?? bytesOf(new Uint8Array()),
      begin: () => startPairedHandshake(identity.agreement, identity.hubKey),
      onOpen: (fingerprint) => {
        this.channelId = phoneChannel(toBase64Url(fingerprint));
        // Computed here, because an intermediary could send the computer's code.
        this.code = matchingCode(fingerprint);
      },
      onText: (text) => this.handleText(text),
      onClose: (code) => this.onClose(code),
    });
  }

  private handleText(text: string): void {
    this.stopWaiting();
    const message = parseHubMessage(text);
    if (message === undefined) return;
    if (message.type !== 'welcome') return this.parts.onMessage(message);
    const isNew = !this.isWelcome;
    this.isWelcome = true;
    this.pauseMs = firstPauseMs;
    if (isNew) {
      const { name, signing } = this.parts.identity;
      this.send({ type: 'introduce', name, signingKey: toBase64Url(signing.publicKey) });
    }
    this.parts.onWelcome(message, isNew);
    if (isNew && document.hidden) this.send({ type: 'visible', visible: false });
  }

  private onClose(code: number): void {
    const wasLive = this.isWelcome;
    this.link = undefined;
    this.isWelcome = false;
    this.stopWaiting();
    if (this.isStopped) return;
    this.parts.onDown(code, wasLive);
    const pause = hopeless.has(code) ? hopelessPauseMs : this.pauseMs * (0.8 + Math.random() / 2.5);
    this.pauseMs = Math.min(longestPauseMs, this.pauseMs * growth);
    // A hidden page connects when it becomes visible.
    this.retryTimer = setTimeout(() => {
      if (!document.hidden) this.open();
    }, pause);
  }

  private stopWaiting(): void {
    clearTimeout(this.answerTimer);
    this.answerTimer = undefined;
  }
}
