import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PushSubscription } from '../../../../shared/phone/phoneMessages';
import type { PushMessage } from '../../../../shared/phone/pushMessage';
import { message } from '../../../../shared/words/l10n';
import type { Disposable } from '../../../util/lifetime';
import type { Signer } from '../../../util/keys/signing';
import { encryptPush } from './encrypt';
import { post, type PostAnswer } from './outbound';
import { authorization } from './pushKeys';
import { pushAddress } from './pushServices';

/** Minimum delay before each retry in ms; the push service may request a longer one. */
const retryMs = [1_000, 5_000, 20_000];
/** Maximum delay in ms that a push service may request; with a longer one the push fails. */
const maxWaitMs = 5 * 60_000;

/** `gone`: the subscription has ended. `calledOff`: a newer push replaced this one. */
export type PushOutcome =
  | { readonly kind: 'accepted' | 'gone' | 'calledOff' }
  | {
      readonly kind: 'failed';
      /** An English sentence, which views translate. */
      readonly detail: string;
      /** Reason for the log. */
      readonly why: string | number;
    };

export interface PushOrder {
  readonly subscription: PushSubscription;
  readonly message: PushMessage;
  /** Time in ms for which the push service keeps the push for a phone that is off. */
  readonly lifeMs: number;
  /** Aborts the remaining attempts; a running attempt completes. */
  readonly signal: AbortSignal;
}

export interface PusherParts {
  readonly signer: Signer;
  /** Accepts an additional push service in tests, which may be on this machine. */
  readonly isAlsoService?: (url: URL) => boolean;
  readonly now?: () => number;
}

/** Sends pushes to the push service of each phone's browser. */
export class Pusher implements Disposable {
  private readonly closing = new AbortController();

  constructor(private readonly parts: PusherParts) {}

  /**
   * Returns the address at the push service of a subscription; undefined if the service is unknown.
   */
  serviceOf({ endpoint }: PushSubscription): URL | undefined {
    const { isAlsoService } = this.parts;
    const known = pushAddress(endpoint);
    if (known !== undefined || isAlsoService === undefined) return known;
    if (!URL.canParse(endpoint)) return undefined;
    return isAlsoService(new URL(endpoint)) ? new URL(endpoint) : undefined;
  }

  /**
   * Sends a push. Resolves when the push service accepted it or all attempts failed; never rejects.
   */
  async push(order: PushOrder): Promise<PushOutcome> {
    const { now = Date.now } = this.parts;
    const deadline = now() + order.lifeMs;
    for (let attempt = 0; ; attempt += 1) {
      if (order.signal.aborted) return { kind: 'calledOff' };
      const { outcome, waitMs } = await this.sendOnce(order, deadline - now());
      const wait = Math.max(waitMs ?? 0, retryMs[attempt] ?? Infinity);
      const canRetry = waitMs !== undefined && wait <= maxWaitMs && now() + wait < deadline;
      if (!canRetry) return order.signal.aborted ? { kind: 'calledOff' } : outcome;
      await delay(wait, undefined, { signal: order.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Aborts running attempts. */
  dispose(): void {
    this.closing.abort();
  }

  /** Makes one attempt; `waitMs` is set if a retry may succeed. */
  private async sendOnce(
    { subscription, message: payload }: PushOrder,
    lifeMs: number,
  ): Promise<{ readonly outcome: PushOutcome; readonly waitMs?: number }> {
    const url = this.serviceOf(subscription);
    if (url === undefined) {
      const detail = message('This phone’s browser uses a push service that isn’t known here.');
      return { outcome: { kind: 'failed', detail, why: 'its host' } };
    }
    const body = bodyOf(payload, subscription);
    if (body === undefined) {
      const detail = message(
        'This phone’s subscription is damaged. Switch its notifications off and on.',
      );
      return { outcome: { kind: 'failed', detail, why: 'its keys' } };
    }
    try {
      const { now = Date.now, signer } = this.parts;
      const answered = await post({
        url,
        headers: {
          authorization: authorization(signer, url.origin, now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(Math.max(0, Math.floor(lifeMs / 1_000))),
          urgency: 'high',
          topic: topicOf(payload.notification.tag),
        },
        body,
        mayBePrivate: pushAddress(subscription.endpoint) === undefined,
        signal: this.closing.signal,
      });
      return outcomeOf(answered);
    } catch (error) {
      const detail = message('The push service can’t be reached from this computer.');
      return { outcome: { kind: 'failed', detail, why: reasonOf(error) }, waitMs: 0 };
    }
  }
}

/** Returns the encrypted body; undefined if the subscription's keys are invalid. */
function bodyOf(payload: PushMessage, subscription: PushSubscription): Buffer | undefined {
  try {
    return encryptPush(JSON.stringify(payload), subscription);
  } catch {
    return undefined;
  }
}

/**
 * Returns the topic, at most 32 characters: at the push service, a newer push replaces a waiting
 * one with the same topic.
 */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}

function outcomeOf({ status, retryAfterMs }: PostAnswer): {
  readonly outcome: PushOutcome;
  readonly waitMs?: number;
} {
  if (status >= 200 && status < 300) return { outcome: { kind: 'accepted' } };
  if (status === 404 || status === 410) return { outcome: { kind: 'gone' } };
  const outcome = { kind: 'failed', detail: statusText(status), why: status } as const;
  const isTemporary = status === 429 || status >= 500;
  return isTemporary ? { outcome, waitMs: retryAfterMs ?? 0 } : { outcome };
}

function statusText(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return message('The push service doesn’t accept this computer’s key.');
    case 413:
      return message('The push service says that the notification is too long.');
    case 429:
      return message('The push service takes no more notifications for now.');
    default:
      return status >= 500
        ? message('The push service has a failure of its own.')
        : message('The push service refused the notification.');
  }
}

/** Returns the code of an error, which does not reveal the address. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.message : 'unknown';
}
