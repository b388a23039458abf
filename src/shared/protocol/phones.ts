import { publicKeySchema } from './keys';
import * as z from './schema';

/** What a phone may do: look, or answer and prompt as well. */
export const phoneScopeSchema = z.lazy(() => z.enum(['watch', 'answer']));
export type PhoneScope = z.infer<typeof phoneScopeSchema>;

/** Ways by which a phone reaches this machine; `forwarded` is a port that the person forwards in the editor. */
export const carrierKindSchema = z.lazy(() =>
  z.enum(['editor', 'tailscale', 'ownUrl', 'funnel', 'quickTunnel', 'forwarded']),
);
export type CarrierKind = z.infer<typeof carrierKindSchema>;

const deviceId = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/u)));
const time = z.lazy(() => z.number().check(z.nonnegative()));

/** How far the newest push to a phone came; `silent`: accepted, and nothing heard of it for ten seconds. */
const pushStageSchema = z.lazy(() =>
  z.enum(['sent', 'accepted', 'silent', 'shown', 'opened', 'answered', 'failed']),
);

/** A phone as a person accepted it in an editor: by both its keys, which that editor keeps in its store of secrets. */
export const vouchedPhoneSchema = z.lazyObject(() => ({
  id: deviceId,
  signingKey: publicKeySchema,
  /** Key by which it agrees on secrets with the hub. */
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
  /** False for one that may answer, but whose key no editor has confirmed to this hub. */
  isConfirmed: z.boolean(),
  /** True where an editor knows other keys of it: it is served no more. */
  isKeyChanged: z.optional(z.boolean()),
  /** Characters of its newest connection, which it shows as well; absent unless it has shown these keys there. */
  code: z.optional(z.string()),
  /** Absent where it has not subscribed. */
  push: z.optional(
    z.object({
      stage: z.optional(pushStageSchema),
      at: z.optional(time),
      detail: z.optional(z.string()),
      /** From its sending until the phone said that it is shown, in ms. */
      shownAfterMs: z.optional(time),
    }),
  ),
}));
export type PhoneDevice = z.infer<typeof phoneDeviceSchema>;

/** How far the push that called a phone to a session came. */
const sessionPushSchema = z.lazyObject(() => ({
  sessionId: z.string(),
  device: deviceId,
  stage: pushStageSchema,
  at: time,
}));
export type SessionPush = z.infer<typeof sessionPushSchema>;

/** The way that is in use, or being opened. `carrierText` words the slugs `step`, `notice` and `code`. */
export const carrierStateSchema = z.lazyObject(() => ({
  kind: carrierKindSchema,
  status: z.enum(['opening', 'open', 'faulty']),
  step: z.optional(z.string()),
  url: z.optional(z.string()),
  /** What a person has to know of a way that works. */
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

/** A pairing that is under way. */
export const pairingSchema = z.lazyObject(() => ({
  /** Address with its secret, for the QR code; absent until the way is open. */
  link: z.optional(z.string()),
  /** Time at which the ticket expires, ms since 1970. */
  until: time,
  /** A phone that has used the ticket and waits for the person at the desk. */
  asking: z.optional(
    z.object({
      device: deviceId,
      name: z.string(),
      signingKey: publicKeySchema,
      agreementKey: publicKeySchema,
      /** The same code as on the phone. */
      code: z.string(),
    }),
  ),
}));
export type Pairing = z.infer<typeof pairingSchema>;

/** All that windows know of phones. */
export const phonesNewsSchema = z.lazyObject(() => ({
  /** Port of the listener, while it is open. */
  port: z.optional(z.number()),
  /** Slug of what keeps the listener from opening. */
  fault: z.optional(z.string()),
  carrier: z.optional(carrierStateSchema),
  pairing: z.optional(pairingSchema),
  devices: z.array(phoneDeviceSchema),
  /** Ids of phones that were removed: no editor is to vouch for them any more. */
  removed: z.optional(z.array(z.string())),
  /** The newest of each session and phone; some dozens at most. */
  pushes: z.optional(z.array(sessionPushSchema)),
  /** A sentence: why the message to the person's own address was not taken. */
  pingProblem: z.optional(z.string()),
}));
export type PhonesNews = z.infer<typeof phonesNewsSchema>;

const window = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** `POST /api/live/phones/connect`: opens the listener and that way, and makes a ticket. */
export const connectPhoneSchema = z.lazyObject(() => ({
  kind: carrierKindSchema,
  /** Address of the page, for the ways `editor`, `ownUrl` and `forwarded`. */
  url: z.optional(z.string().check(z.maxLength(2_000))),
}));
export type ConnectPhone = z.infer<typeof connectPhoneSchema>;

/**
 * `POST /api/live/phones/judge`, signed: what a person at the desk says to a phone that asks. For a phone
 * that is paired, other keys than its own say that the editor knows it by these.
 */
export const judgePhoneSchema = z.lazyObject(() => ({
  window,
  device: deviceId,
  signingKey: publicKeySchema,
  agreementKey: z.optional(publicKeySchema),
  verdict: z.enum(['watch', 'answer', 'refuse']),
}));

/** `POST /api/live/phones/remove` ends a device at once, `/push` sends it a test push. */
export const phoneNameSchema = z.lazyObject(() => ({ device: deviceId }));

/** `POST /api/live/phones/listen`: opens the listener alone, so that a window can ask for its address. */
export const listenerSchema = z.lazyObject(() => ({ port: z.number() }));

/** `POST /api/live/phones/settings`: how phones are called. The hub keeps it for times without a window. */
export const phoneSettingsSchema = z.lazyObject(() => ({
  /** Time that a desk has before phones are called. */
  pushAfterSeconds: z.number().check(z.minimum(0), z.maximum(3_600)),
  /** Whether a notification shows what is asked, such as a command. */
  pushText: z.boolean(),
  /** Address of the person's own that is told as well; empty for none. */
  pingUrl: z.string().check(z.maxLength(2_000)),
}));
export type PhoneSettings = z.infer<typeof phoneSettingsSchema>;

/** Those of a person who has set nothing. */
export const usualPhoneSettings: PhoneSettings = {
  pushAfterSeconds: 10,
  pushText: false,
  pingUrl: '',
};
