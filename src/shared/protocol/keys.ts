import * as z from './schema';

/** Public key: an uncompressed P-256 point in base64url, WebCrypto's `raw` format. */
export const publicKeySchema = z.lazy(() => z.string().check(z.regex(/^B[\w-]{86}$/u)));

/** Signature of a signed call. */
export const sealSchema = z.lazyObject(() => ({
  /** Id of the key: SHA-256 of the public key's bytes in base64url. */
  key: z.string().check(z.regex(/^[\w-]{43}$/u)),
  /** Time of signing, ms since 1970. */
  at: z.number().check(z.int()),
  nonce: z.string().check(z.regex(/^[\w-]{16,64}$/u)),
  /**
   * The connections through which the call reaches its hub, the signer's own first; absent for a
   * window at its own hub. Each recipient rejects a seal that names a different connection than its
   * own.
   */
  channels: z.optional(
    z.array(z.string().check(z.regex(/^(?:phone|line):[\w-]{16,64}$/u))).check(z.maxLength(2)),
  ),
  /**
   * ECDSA signature with SHA-256 over `statementText`: r and s in base64url, as WebCrypto returns
   * it.
   */
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));
export type Seal = z.infer<typeof sealSchema>;

const label = z.lazy(() => z.string().check(z.maxLength(200)));

/** An editor whose key is not accepted yet. */
const askingKeySchema = z.lazyObject(() => ({
  publicKey: publicKeySchema,
  /** Name of the editor for people. */
  label,
}));
export type AskingKey = z.infer<typeof askingKeySchema>;

/** A hub's accepted keys and the keys that request acceptance, sent to each window. */
export const keysNewsSchema = z.lazyObject(() => ({
  /** Ids of accepted keys. */
  known: z.array(z.string()),
  asking: z.array(askingKeySchema),
  /** True if the hub shows a code in its terminal with which a key can be accepted. */
  hasCode: z.boolean(),
}));
export type KeysNews = z.infer<typeof keysNewsSchema>;

/** `POST /api/live/keys/ask`: a window with an unknown key requests acceptance by a known key. */
export const askKeySchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  publicKey: publicKeySchema,
  label,
}));

/** `POST /api/live/keys/accept` and `/refuse`, signed by a known key. */
export const keyVerdictSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  publicKey: publicKeySchema,
}));

/**
 * `POST /api/live/keys/code`: proves that the person read the code that a standalone hub shows in
 * its terminal.
 */
export const keyProofSchema = z.lazyObject(() => ({
  publicKey: publicKeySchema,
  /** base64url of the HMAC-SHA-256 of `<hub's name>:<public key>`, keyed with the code. */
  proof: z.string().check(z.maxLength(100)),
}));
