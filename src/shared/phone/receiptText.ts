import type { Receipt } from './receipt';

type Unsigned<T> = T extends unknown ? Omit<T, 'signature'> : never;
export type UnsignedReceipt = Unsigned<Receipt>;

/** The text of a receipt that the phone signs. */
export function receiptText(receipt: UnsignedReceipt): string {
  const { device, stage, at } = receipt;
  const about =
    receipt.stage === 'subscribed'
      ? [receipt.subscription.endpoint, receipt.subscription.p256dh, receipt.subscription.auth]
      : [receipt.push];
  return JSON.stringify(['mission-control/receipt/1', device, stage, at, ...about]);
}
