import { receiptSchema } from '../../../../shared/phone/receipt';
import { receiptText } from '../../../../shared/phone/receiptText';
import type { PushSubscription } from '../../../../shared/phone/phoneMessages';
import { NotSavedError } from '../../../util/files/savedResult';
import { isSignedBy, verifyingKey } from '../../../util/keys/signing';
import type { Device } from '../devices';
import type { PushProgress } from './pushProgress';

/**
 * Maximum difference in ms between the signing time of a renewal and the clock of this computer.
 */
const renewalMs = 24 * 60 * 60_000;

export interface ReceiptsParts {
  readonly device: (id: string) => Device | undefined;
  readonly progress: Pick<PushProgress, 'wasSentTo' | 'receive'>;
  /** Resolves with false if the phone sent too many subscriptions. Rejects with `NotSavedError`. */
  readonly onRenewed: (device: string, subscription: PushSubscription) => Promise<boolean>;
  readonly now: () => number;
}

/**
 * Handles receipts of the service workers of phones. Anybody can send one, so it is valid only with
 * the signature of the phone, and only once: the stages of a push only advance, and a renewal must
 * be newer than the previous one.
 */
export class Receipts {
  private readonly renewedAt = new Map<string, number>();

  constructor(private readonly parts: ReceiptsParts) {}

  /**
   * Handles a receipt; resolves with the HTTP status of the answer: 204 for a valid receipt, after
   * a renewal is on the disk.
   */
  async handle(body: unknown): Promise<number> {
    const read = receiptSchema.safeParse(body);
    if (!read.success) return 400;
    const receipt = read.data;
    const { device: id, signature } = receipt;
    const device = this.parts.device(id);
    if (device === undefined) return 403;
    // Unknown pushes are refused before the expensive check of the signature; only the phone can
    // know the id of a push.
    if (receipt.stage !== 'subscribed' && !this.parts.progress.wasSentTo(id, receipt.push))
      return 403;
    const key = verifyingKey(device.signingKey);
    const text = receiptText(receipt);
    if (key === undefined || !isSignedBy(key, text, signature)) return 403;
    if (receipt.stage === 'subscribed') return this.renew(id, receipt);
    return this.parts.progress.receive(id, receipt.push, receipt.stage) ? 204 : 409;
  }

  private async renew(
    device: string,
    { at, subscription }: { readonly at: number; readonly subscription: PushSubscription },
  ): Promise<number> {
    const { onRenewed, now } = this.parts;
    if (Math.abs(now() - at) > renewalMs) return 409;
    const before = this.renewedAt.get(device) ?? 0;
    if (at <= before) return 409;
    this.renewedAt.set(device, at);
    try {
      return (await onRenewed(device, subscription)) ? 204 : 429;
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      // The phone may send the renewal again.
      this.renewedAt.set(device, before);
      return 507;
    }
  }
}
