import type { Receipt } from './receipt';

type Unsigned<T> = T extends unknown ? Omit<T, 'signature'> : never;
export type UnsignedReceipt = Unsigned<Receipt>;

/**
 * The text that a phone signs as a receipt: that it has subscribed to push messages, or has shown
 * one.
 */
export function receiptText(receipt: UnsignedReceipt): string {
  const { device, stage, at } = receipt;
  const about =
    receipt.stage === 'subscribed'
      ? [receipt.subscription.endpoint, receipt.subscription.p256dh, receipt.subscription.auth]
      : [receipt.push];
  return JSON.stringify(['mission-control/receipt/1', device, stage, at, ...about]);
}
