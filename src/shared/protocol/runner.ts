import { publicKeySchema, sealSchema } from './keys';
import { accountLimitsSchema } from './session/limit';
import * as z from './schema';
import { maxPromptLength } from '../text/promptLimits';

/** Signature by which a window's editor certifies the public key of a runner that it starts. */
const runnerCertificateSchema = z.lazyObject(() => ({
  /** The hub's name when it was signed; the certificate stays valid after the hub restarts. */
  hub: z.string().check(z.maxLength(100)),
  seal: sealSchema,
}));

const runnerKeySchema = z.lazyObject(() => ({
  /** P-256 key in PKCS 8 and base64; kept only in the runner's memory, never in a file. */
  privateKey: z.string().check(z.maxLength(1_000)),
  certificate: runnerCertificateSchema,
}));
export type RunnerKey = z.infer<typeof runnerKeySchema>;

/**
 * Permission modes in which a session can be started; the client's settings decide if it is absent.
 */
export const startModes = ['default', 'acceptEdits', 'plan'] as const;
export type StartMode = (typeof startModes)[number];

/** First message of a window to a runner that it started. */
export const runnerJobSchema = z.lazyObject(() => ({
  configHome: z.string().check(z.minLength(1)),
  /** Shell command that starts the client, as the user configured it. */
  command: z.string().check(z.minLength(1)),
  folder: z.string().check(z.minLength(1)),
  sessionId: z.uuid(),
  mode: z.optional(z.enum(startModes)),
  /**
   * Name of a worktree that the client creates for a new session; if empty, the client chooses a
   * name.
   */
  worktree: z.optional(z.string().check(z.regex(/^(?:[0-9A-Za-z][\w.-]{0,63})?$/))),
  /** True to resume an ended session; otherwise the session is new. */
  resume: z.boolean(),
  prompt: z.string().check(z.minLength(1), z.maxLength(maxPromptLength)),
  key: runnerKeySchema,
}));
export type RunnerJob = z.infer<typeof runnerJobSchema>;

/**
 * Reasons why a start fails. `missing`: the command does not exist. `held`: a living process runs
 * the session. `ended`: the client exited at once. `silent`: it sent no output. `login`: nobody is
 * logged in.
 */
const startFailures = ['missing', 'held', 'ended', 'silent', 'login'] as const;

/** Message of a runner to its window. At `started` the session has received its first prompt. */
export const runnerNewsSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(startFailures),
    /**
     * Last output of the client, or a description of the process that runs the session; may be
     * empty.
     */
    detail: z.string(),
  }),
]);
export type RunnerNews = z.infer<typeof runnerNewsSchema>;

/**
 * The server-sent events of `GET /api/live/runners/:sessionId`, which a runner reads while it runs
 * the session. `alive` is sent every few seconds.
 */
export const runnerEventSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('alive'), data: z.object({}) }),
  /**
   * Sent first and once; no order is sent before the runner has proved its key for this connection.
   */
  z.object({ type: z.literal('prove'), data: z.object({ challenge: z.string() }) }),
  z.object({
    type: z.literal('order'),
    data: z.discriminatedUnion('act', [
      z.object({ act: z.literal('prompt'), order: z.string(), text: z.string() }),
      /** Interrupts the turn. */
      z.object({ act: z.literal('interrupt'), order: z.string() }),
      /** Ends the client; the session can be resumed. */
      z.object({ act: z.literal('end'), order: z.string() }),
    ]),
  }),
]);
export type RunnerEvent = z.infer<typeof runnerEventSchema>;
export type RunnerOrder = Extract<RunnerEvent, { type: 'order' }>['data'];

/** `POST /api/live/runners/:sessionId/prove`: answers the challenge of its connection. */
export const runnerProofSchema = z.lazyObject(() => ({
  challenge: z.string().check(z.maxLength(100)),
  publicKey: publicKeySchema,
  certificate: runnerCertificateSchema,
  /** ECDSA signature with SHA-256 by the runner's key, as in a seal. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));
export type RunnerProof = z.infer<typeof runnerProofSchema>;

/**
 * `POST /api/live/runners/:sessionId/answer`: confirms an order. A late answer is refused; the
 * runner must then not execute the order.
 */
export const runnerAnswerSchema = z.lazyObject(() => ({
  order: z.string().check(z.maxLength(100)),
}));

/**
 * `POST /api/live/runners/:sessionId/limits`: use of the account's limits. `challenge`
 * authenticates the runner: only its own connection receives it.
 */
export const runnerLimitsSchema = z.lazyObject(() => ({
  challenge: z.string().check(z.maxLength(100)),
  limits: accountLimitsSchema,
}));
