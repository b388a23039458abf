import { pageReportSchema, type PageReport, type ToPage } from '../messages/pageMessages';
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

/** A phone's entry in the list of devices, as the hub sends it to that phone. */
export interface OwnDevice {
  /** Id in base64url, with which it connects from now on. */
  readonly id: string;
  readonly name: string;
  readonly scope: PhoneScope;
}

/** Messages from hub to phone, each one encrypted JSON text. */
export type ToPhone =
  /** Sent until the person at the desk has decided on the phone. */
  | { readonly type: 'waiting'; readonly code: string; readonly machine: string }
  /** The phone is connected; sent first to a paired phone, and after acceptance to a new one. */
  | {
      readonly type: 'welcome';
      readonly device: OwnDevice;
      /** Name of the running hub, to which signatures are bound. */
      readonly hub: string;
      /** The hub's clock, ms since 1970; the phone signs with it, because its own may be wrong. */
      readonly now: number;
      /** Name of the machine for people. */
      readonly machine: string;
      /**
       * Id of the hub's machine. The phone signs no call for another machine with this id, because
       * an impostor could list the hub's own machine as another one.
       */
      readonly machineId?: string | undefined;
      /** Public key with which this hub signs pushes, base64url; absent if it sends none. */
      readonly pushKey?: string;
      /** True if the hub can send pushes to this phone. */
      readonly isSubscribed: boolean;
      /** False if its scope is `answer` but it first has to be confirmed at the desk. */
      readonly isConfirmed?: boolean;
    }
  | { readonly type: 'page'; readonly message: ToPage }
  | { readonly type: 'reader'; readonly target: ReaderTarget; readonly message: ToReader }
  /** The answer to the call with that id, or instead of it a sentence for the person. */
  | ({ readonly type: 'answer'; readonly id: string } & PhoneCallOutcome)
  /** Why a request failed, as a sentence for the person. */
  | { readonly type: 'problem'; readonly problem: string }
  /**
   * The result of a test push or of a subscription. `shownAfterMs`: time until a test push was
   * shown. `problem`: a sentence for the person.
   */
  | { readonly type: 'push'; readonly shownAfterMs?: number; readonly problem?: string };

/** The result of a call; `answer` is absent if its row has none. */
export type PhoneCallOutcome =
  | { readonly answer?: CallAnswer<PhoneCallName>; readonly problem?: undefined }
  | { readonly answer?: undefined; readonly problem: string };

/** The calls that a phone makes to read a review. */
export type ReviewQuery = 'review' | 'reviewText';

/** A call of a phone, without window and seal. */
export type PhoneCall<Names extends PhoneCallName = PhoneCallName> = {
  [Name in Names]: { readonly name: Name; readonly request: CallFromPhone<Name> };
}[Names];

/** Longest text of a file that is sent to a phone, in characters. */
export const maxPhoneText = 1_000_000;

/** A push subscription in the browser's format. */
export const pushSubscriptionSchema = z.lazyObject(() => ({
  endpoint: z.string().check(z.maxLength(2_000)),
  p256dh: z.string().check(z.regex(/^[\w-]{80,100}$/u)),
  auth: z.string().check(z.regex(/^[\w-]{16,40}$/u)),
  /** Language of the browser, for the texts of notifications. */
  language: z.optional(z.string().check(z.maxLength(40))),
}));
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

const callId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** Messages from phone to hub; validated by the hub. */
export const fromPhoneSchema = z.lazyUnion('type', () => [
  /** First message of a phone; proves its keys, so that its code can be compared at the desk. */
  z.object({
    type: z.literal('introduce'),
    /** Name for people: the kind of device and the browser. */
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    signingKey: publicKeySchema,
  }),
  /** State that its page of the board reports. */
  z.object({ type: z.literal('page'), message: pageReportSchema }),
  /** A call of the table, with a seal if its row requires one; the answer has the same `id`. */
  z.object({
    type: z.literal('call'),
    id: callId,
    name: z.string().check(z.maxLength(100)),
    request: z.unknown(),
    seal: z.optional(sealSchema),
  }),
  /** Cancels a call; its answer is no longer needed. */
  z.object({ type: z.literal('leaveCall'), id: callId }),
  /**
   * A message of a transcript's page. `ready` opens the transcript and replaces the previous one.
   */
  z.object({ type: z.literal('reader'), target: readerTargetSchema, message: z.unknown() }),
  z.object({ type: z.literal('leaveReader') }),
  z.object({ type: z.literal('visible'), visible: z.boolean() }),
  /** An absent `subscription` cancels pushes. */
  z.object({ type: z.literal('subscribe'), subscription: z.optional(pushSubscriptionSchema) }),
  z.object({ type: z.literal('testPush') }),
]);
export type FromPhone =
  | Exclude<z.infer<typeof fromPhoneSchema>, { type: 'page' | 'reader' | 'call' }>
  | { readonly type: 'page'; readonly message: PageReport }
  | { readonly type: 'reader'; readonly target: ReaderTarget; readonly message: FromReader }
  | (PhoneCall & { readonly type: 'call'; readonly id: string; readonly seal?: Seal });
