import { publicKeySchema } from './keys';
import * as z from './schema';

/** Permissions of a phone: only to watch, or to answer and prompt as well. */
export const phoneScopeSchema = z.lazy(() => z.enum(['watch', 'answer']));
export type PhoneScope = z.infer<typeof phoneScopeSchema>;

/**
 * Kinds of carriers, which make the page for phones reachable at a URL. With `forwarded` the person
 * forwards a port in the editor.
 */
export const carrierKindSchema = z.lazy(() =>
  z.enum(['editor', 'tailscale', 'ownUrl', 'funnel', 'quickTunnel', 'forwarded']),
);
export type CarrierKind = z.infer<typeof carrierKindSchema>;

const deviceId = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/u)));
const time = z.lazy(() => z.number().check(z.nonnegative()));

/**
 * Stage of the newest push to a phone; `silent`: accepted by the push service, but no receipt for
 * ten seconds.
 */
const pushStageSchema = z.lazy(() =>
  z.enum(['sent', 'accepted', 'silent', 'shown', 'opened', 'answered', 'failed']),
);

/**
 * A phone that a person accepted in an editor, with its two keys, which the editor keeps in its
 * secret storage.
 */
export const vouchedPhoneSchema = z.lazyObject(() => ({
  id: deviceId,
  signingKey: publicKeySchema,
  /** Key for the handshake with the hub. */
  agreementKey: publicKeySchema,
  scope: phoneScopeSchema,
}));
export type VouchedPhone = z.infer<typeof vouchedPhoneSchema>;

/** A paired phone. */
export const phoneDeviceSchema = z.lazyObject(() => ({
  id: deviceId,
  name: z.string(),
  scope: phoneScopeSchema,
  signingKey: publicKeySchema,
  agreementKey: publicKeySchema,
  pairedAt: time,
  /** Time of its last message, ms since 1970. */
  lastUse: time,
  isConnected: z.boolean(),
  /** False for a phone with scope `answer` whose key no editor has confirmed to this hub. */
  isConfirmed: z.boolean(),
  /** True if an editor knows different keys for it; its connections are then refused. */
  isKeyChanged: z.optional(z.boolean()),
  /**
   * Matching code of its newest connection, which the phone shows as well; absent unless the phone
   * proved these keys on it.
   */
  code: z.optional(z.string()),
  /** Absent if the phone has no push subscription. */
  push: z.optional(
    z.object({
      stage: z.optional(pushStageSchema),
      at: z.optional(time),
      detail: z.optional(z.string()),
      /** Time from sending until the phone reported that it is shown, in ms. */
      shownAfterMs: z.optional(time),
    }),
  ),
}));
export type PhoneDevice = z.infer<typeof phoneDeviceSchema>;

/** Stage of the push that notified a phone of a session. */
const sessionPushSchema = z.lazyObject(() => ({
  sessionId: z.string(),
  device: deviceId,
  stage: pushStageSchema,
  at: time,
}));
export type SessionPush = z.infer<typeof sessionPushSchema>;

/**
 * The carrier that is in use or being opened. `carrierText` has texts for the slugs `step`,
 * `notice` and `code`.
 */
export const carrierStateSchema = z.lazyObject(() => ({
  kind: carrierKindSchema,
  status: z.enum(['opening', 'open', 'faulty']),
  step: z.optional(z.string()),
  url: z.optional(z.string()),
  /** Slug of a `CarrierNotice`, for a working carrier. */
  notice: z.optional(z.string()),
  fault: z.optional(
    z.object({
      code: z.string(),
      link: z.optional(z.string()),
      command: z.optional(z.string()),
      detail: z.optional(z.string()),
    }),
  ),
}));
export type CarrierState = z.infer<typeof carrierStateSchema>;

/** A pairing in progress. */
export const pairingSchema = z.lazyObject(() => ({
  /** Address with the ticket's secret, for the QR code; absent until the carrier is open. */
  link: z.optional(z.string()),
  /** Time at which the ticket expires, ms since 1970. */
  until: time,
  /** A phone that used the ticket and waits for acceptance at the desk. */
  asking: z.optional(
    z.object({
      device: deviceId,
      name: z.string(),
      signingKey: publicKeySchema,
      agreementKey: publicKeySchema,
      /** The matching code, which the phone shows as well. */
      code: z.string(),
    }),
  ),
}));
export type Pairing = z.infer<typeof pairingSchema>;

/** The state of phones that windows receive. */
export const phonesNewsSchema = z.lazyObject(() => ({
  /** Port of the listener, while it is open. */
  port: z.optional(z.number()),
  /** Slug of the reason why the listener can't open. */
  fault: z.optional(z.string()),
  carrier: z.optional(carrierStateSchema),
  pairing: z.optional(pairingSchema),
  devices: z.array(phoneDeviceSchema),
  /** Ids of removed phones, which editors must no longer confirm. */
  removed: z.optional(z.array(z.string())),
  /** The newest push for each session and phone; a few dozen at most. */
  pushes: z.optional(z.array(sessionPushSchema)),
  /** Why the last message to `pingUrl` failed, as a sentence. */
  pingProblem: z.optional(z.string()),
}));
export type PhonesNews = z.infer<typeof phonesNewsSchema>;

const window = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** `POST /api/live/phones/connect`: opens the listener and the carrier, and creates a ticket. */
export const connectPhoneSchema = z.lazyObject(() => ({
  kind: carrierKindSchema,
  /** Address of the page, for the carriers `editor`, `ownUrl` and `forwarded`. */
  url: z.optional(z.string().check(z.maxLength(2_000))),
}));
export type ConnectPhone = z.infer<typeof connectPhoneSchema>;

/**
 * `POST /api/live/phones/judge`, signed: the person's verdict on a phone that waits for acceptance.
 * For a paired phone whose stored keys differ from these, it reports that the editor knows the
 * phone by these keys.
 */
export const phoneVerdictSchema = z.lazyObject(() => ({
  window,
  device: deviceId,
  signingKey: publicKeySchema,
  agreementKey: z.optional(publicKeySchema),
  verdict: z.enum(['watch', 'answer', 'refuse']),
}));

/** `POST /api/live/phones/remove` removes a device at once; `/push` sends it a test push. */
export const phoneIdSchema = z.lazyObject(() => ({ device: deviceId }));

/**
 * `POST /api/live/phones/listen`: only opens the listener, so that a window can resolve its
 * external address.
 */
export const listenerSchema = z.lazyObject(() => ({ port: z.number() }));

/**
 * `POST /api/live/phones/settings`: how phones are notified. The hub stores it for times without a
 * window.
 */
export const phoneSettingsSchema = z.lazyObject(() => ({
  /** Delay before phones are notified, in which the person can respond at the desk. */
  pushAfterSeconds: z.number().check(z.minimum(0), z.maximum(3_600)),
  /** True if a notification shows the request's content, such as a command. */
  pushText: z.boolean(),
  /**
   * The person's own URL, at ntfy or a webhook, that receives a message as well when phones are
   * notified; empty for none.
   */
  pingUrl: z.string().check(z.maxLength(2_000)),
}));
export type PhoneSettings = z.infer<typeof phoneSettingsSchema>;

/** Default settings. */
export const defaultPhoneSettings: PhoneSettings = {
  pushAfterSeconds: 10,
  pushText: false,
  pingUrl: '',
};
