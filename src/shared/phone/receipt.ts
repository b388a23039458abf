import * as z from '../protocol/schema';
import { pushSubscriptionSchema } from './phoneMessages';

/** Longest body of a receipt, in bytes. */
export const maxReceiptBytes = 4_096;

const device = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/u)));
const signature = z.lazy(() => z.string().check(z.regex(/^[\w-]{86}$/u)));
const at = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

/** `POST receipt` by a phone's service worker, which has no encrypted connection. */
export const receiptSchema = z.lazyUnion('stage', () => [
  /** The stage that a push reached. */
  z.object({
    device,
    push: z.string().check(z.regex(/^[\w-]{22}$/u)),
    stage: z.literal('shown'),
    at,
    signature,
  }),
  z.object({
    device,
    push: z.string().check(z.regex(/^[\w-]{22}$/u)),
    stage: z.literal('opened'),
    at,
    signature,
  }),
  /** The browser renewed the subscription by itself. */
  z.object({
    device,
    stage: z.literal('subscribed'),
    subscription: pushSubscriptionSchema,
    at,
    signature,
  }),
]);
export type Receipt = z.infer<typeof receiptSchema>;
