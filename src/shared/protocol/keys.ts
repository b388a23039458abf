import * as z from './schema';

/** Public key: an uncompressed P-256 point in base64url, as WebCrypto exports it `raw`. */
export const publicKeySchema = z.lazy(() => z.string().check(z.regex(/^B[\w-]{86}$/u)));

/** Signature that goes with every signed call. */
export const sealSchema = z.lazyObject(() => ({
  /** Name of the key: SHA-256 of the bytes of the public key in base64url. */
  key: z.string().check(z.regex(/^[\w-]{43}$/u)),
  /** Time of signing, ms since 1970. */
  at: z.number().check(z.int()),
  nonce: z.string().check(z.regex(/^[\w-]{16,64}$/u)),
  /**
   * Connections by which the call goes to its hub, the signer's own first; absent for a window at its own
   * hub. Each end knows the name of its connection, so that the seal counts on no other.
   */
  channels: z.optional(
    z.array(z.string().check(z.regex(/^(?:phone|line):[\w-]{16,64}$/u))).check(z.maxLength(2)),
  ),
  /** ECDSA with SHA-256 over `statementText`, r and s in base64url, as WebCrypto has it. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));
export type Seal = z.infer<typeof sealSchema>;

const label = z.lazy(() => z.string().check(z.maxLength(200)));

/** An editor whose key waits to be accepted. */
const askingKeySchema = z.lazyObject(() => ({
  publicKey: publicKeySchema,
  /** Name of the editor for people. */
  label,
}));
export type AskingKey = z.infer<typeof askingKeySchema>;

/** Keys that a hub knows and keys that ask to be accepted, told to each window. */
export const keysNewsSchema = z.lazyObject(() => ({
  /** Names of accepted keys. */
  known: z.array(z.string()),
  asking: z.array(askingKeySchema),
  /** True where the hub shows a code in its terminal that makes a key known. */
  hasCode: z.boolean(),
}));
export type KeysNews = z.infer<typeof keysNewsSchema>;

/** `POST /api/live/keys/ask`: a window whose key the hub does not know wants a known one to accept it. */
export const askKeySchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  publicKey: publicKeySchema,
  label,
}));

/** `POST /api/live/keys/accept` and `/refuse`, signed by a known key. */
export const judgeKeySchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  publicKey: publicKeySchema,
}));

/** `POST /api/live/keys/code`: the code that a hub of its own shows in its terminal, proved. */
export const codeKeySchema = z.lazyObject(() => ({
  publicKey: publicKeySchema,
  /** base64url of the HMAC-SHA-256 under the code of `<hub's name>:<public key>`. */
  proof: z.string().check(z.maxLength(100)),
}));
