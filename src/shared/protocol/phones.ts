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

/** A paired phone. */
export const phoneDeviceSchema = z.lazyObject(() => ({
  id: deviceId,
  name: z.string(),
  scope: phoneScopeSchema,
  signingKey: publicKeySchema,
  pairedAt: time,
  /** Time of its last message, ms since 1970. */
  lastUse: time,
  isConnected: z.boolean(),
  /** False for one that may answer, but whose key no editor has confirmed to this hub. */
  isConfirmed: z.boolean(),
  /** Absent where it has not subscribed. */
  push: z.optional(
    z.object({
      stage: z.optional(pushStageSchema),
      at: z.optional(time),
      detail: z.optional(z.string()),
    }),
  ),
}));
export type PhoneDevice = z.infer<typeof phoneDeviceSchema>;

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

/** `POST /api/live/phones/judge`, signed: what a person at the desk says to a phone that asks. */
export const judgePhoneSchema = z.lazyObject(() => ({
  window,
  device: deviceId,
  signingKey: publicKeySchema,
  verdict: z.enum(['watch', 'answer', 'refuse']),
}));

/** `POST /api/live/phones/remove` ends a device at once, `/push` sends it a test push. */
export const phoneNameSchema = z.lazyObject(() => ({ device: deviceId }));

/** `POST /api/live/phones/listen`: opens the listener alone, so that a window can ask for its address. */
export const listenerSchema = z.lazyObject(() => ({ port: z.number() }));
