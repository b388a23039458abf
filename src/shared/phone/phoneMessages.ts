import { pageUpkeepSchema, type PageUpkeep, type ToPage } from '../messages/pageMessages';
import {
  readerTargetSchema,
  type FromReader,
  type ReaderTarget,
  type ToReader,
} from '../messages/readerMessages';
import type { CallAnswer, CallFromPhone, PhoneCallName } from '../protocol/calls';
import { publicKeySchema, sealSchema, type Seal } from '../protocol/keys';
import type { PhoneScope } from '../protocol/phones';
import * as z from '../protocol/schema';

/** What a phone is told about itself. */
export interface OwnDevice {
  /** Id in base64url, by which it meets the hub from now on. */
  readonly id: string;
  readonly name: string;
  readonly scope: PhoneScope;
}

/** Messages from hub to phone, each a sealed text of JSON. */
export type ToPhone =
  /** Sent while the person at the desk has not judged yet. */
  | { readonly type: 'waiting'; readonly code: string; readonly machine: string }
  /** The phone is connected; sent first to one that is paired, and when the desk has accepted. */
  | {
      readonly type: 'welcome';
      readonly device: OwnDevice;
      /** Name of this start of the hub, for signatures. */
      readonly hub: string;
      /** The hub's time, ms since 1970: a phone with a wrong clock signs by this one. */
      readonly now: number;
      /** Name of the machine for people. */
      readonly machine: string;
      /** Its id: the phone signs for no other machine under that id. */
      readonly machineId?: string | undefined;
      /** Public key by which this hub sends pushes, base64url; absent where it sends none. */
      readonly pushKey?: string;
      /** Whether the hub can push to this phone now. */
      readonly isSubscribed: boolean;
      /** False where it may answer, but has to be confirmed at the desk first. */
      readonly isConfirmed?: boolean;
    }
  | { readonly type: 'page'; readonly message: ToPage }
  | { readonly type: 'reader'; readonly target: ReaderTarget; readonly message: ToReader }
  /** The answer to the call with that id, or a sentence for the person in its place. */
  | ({ readonly type: 'answer'; readonly id: string } & CallOutcome)
  /** Why something was not done, as a sentence for the person. */
  | { readonly type: 'problem'; readonly problem: string }
  /** What came of a test push, in ms until it was shown, or of a subscription; `problem` is a sentence. */
  | { readonly type: 'push'; readonly shownAfterMs?: number; readonly problem?: string };

/** What came of a call: `answer` is absent where its row has none. */
export type CallOutcome =
  | { readonly answer?: CallAnswer<PhoneCallName>; readonly problem?: undefined }
  | { readonly answer?: undefined; readonly problem: string };

/** The calls that a phone makes to read a review. */
export type ReviewQuestion = 'review' | 'reviewText';

/** A call of a phone, which says neither its window nor its seal. */
export type PhoneCall<Names extends PhoneCallName = PhoneCallName> = {
  [Name in Names]: { readonly name: Name; readonly request: CallFromPhone<Name> };
}[Names];

/** Longest text of a file that a phone is sent, in characters. */
export const maxPhoneText = 1_000_000;

/** A subscription to pushes as the browser gives it. */
export const pushSubscriptionSchema = z.lazyObject(() => ({
  endpoint: z.string().check(z.maxLength(2_000)),
  p256dh: z.string().check(z.regex(/^[\w-]{80,100}$/u)),
  auth: z.string().check(z.regex(/^[\w-]{16,40}$/u)),
  /** Language of the browser, for what its notifications say. */
  language: z.optional(z.string().check(z.maxLength(40))),
}));
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

const callId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** Messages from phone to hub; checked by the hub. */
export const fromPhoneSchema = z.lazyUnion('type', () => [
  /** First message of a phone, by which its code can be compared at the desk. */
  z.object({
    type: z.literal('introduce'),
    /** Name for people: the kind of device and browser. */
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    signingKey: publicKeySchema,
  }),
  /** What its page of the board says of itself. */
  z.object({ type: z.literal('page'), message: pageUpkeepSchema }),
  /** A call of the table, under a seal where its row needs one; `id` comes back with its answer. */
  z.object({
    type: z.literal('call'),
    id: callId,
    name: z.string().check(z.maxLength(100)),
    request: z.unknown(),
    seal: z.optional(sealSchema),
  }),
  /** Nobody waits for that answer any more. */
  z.object({ type: z.literal('leaveCall'), id: callId }),
  /** A message of the page of a transcript. `ready` opens it, in place of the one before. */
  z.object({ type: z.literal('reader'), target: readerTargetSchema, message: z.unknown() }),
  z.object({ type: z.literal('leaveReader') }),
  z.object({ type: z.literal('visible'), visible: z.boolean() }),
  /** Absent: no pushes any more. */
  z.object({ type: z.literal('subscribe'), subscription: z.optional(pushSubscriptionSchema) }),
  z.object({ type: z.literal('testPush') }),
]);
export type FromPhone =
  | Exclude<z.infer<typeof fromPhoneSchema>, { type: 'page' | 'reader' | 'call' }>
  | { readonly type: 'page'; readonly message: PageUpkeep }
  | { readonly type: 'reader'; readonly target: ReaderTarget; readonly message: FromReader }
  | (PhoneCall & { readonly type: 'call'; readonly id: string; readonly seal?: Seal });
