import { publicKeySchema, sealSchema } from './keys';
import { accountLimitsSchema } from './session/limit';
import * as z from './schema';
import { maxPromptLength } from '../text/promptLimits';

/** Signature by which a window's editor says that a public key is that of a runner which it starts. */
const runnerCertificateSchema = z.lazyObject(() => ({
  /** The name of the hub's start that it was signed at; it counts at later ones, too. */
  hub: z.string().check(z.maxLength(100)),
  seal: sealSchema,
}));

const runnerKeySchema = z.lazyObject(() => ({
  /** P-256 in PKCS 8 and base64. It is in the memory of the runner alone, and in no file. */
  privateKey: z.string().check(z.maxLength(1_000)),
  certificate: runnerCertificateSchema,
}));
export type RunnerKey = z.infer<typeof runnerKeySchema>;

/** Modes that a session may be started in; without one the settings of the client decide. */
export const startModes = ['default', 'acceptEdits', 'plan'] as const;
export type StartMode = (typeof startModes)[number];

/** First message of a window to a runner that it has started. */
export const runnerJobSchema = z.lazyObject(() => ({
  configHome: z.string().check(z.minLength(1)),
  /** Command that starts the client in a shell, as the user configured it. */
  command: z.string().check(z.minLength(1)),
  folder: z.string().check(z.minLength(1)),
  sessionId: z.uuid(),
  mode: z.optional(z.enum(startModes)),
  /** Name of a worktree that the client makes for a new session; it chooses one in place of an empty name. */
  worktree: z.optional(z.string().check(z.regex(/^(?:[0-9A-Za-z][\w.-]{0,63})?$/))),
  /** True to resume an ended session; otherwise the session is new. */
  resume: z.boolean(),
  prompt: z.string().check(z.minLength(1), z.maxLength(maxPromptLength)),
  key: runnerKeySchema,
}));
export type RunnerJob = z.infer<typeof runnerJobSchema>;

/**
 * Reasons why a start fails. `missing`: there is no such command. `held`: a living process runs
 * the session. `ended`: the client exited at once. `silent`: it said nothing. `login`: nobody is
 * logged in.
 */
const startFailures = ['missing', 'held', 'ended', 'silent', 'login'] as const;

/** Message of a runner to its window. After `started` the session has its first prompt. */
export const runnerNewsSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(startFailures),
    /** Last output of the client, or the process that runs the session; may be empty. */
    detail: z.string(),
  }),
]);
export type RunnerNews = z.infer<typeof runnerNewsSchema>;

/**
 * The server-sent events of `GET /api/live/runners/:sessionId`, which a runner reads for as long as it
 * runs the session. `alive` comes every few seconds.
 */
export const runnerEventSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('alive'), data: z.object({}) }),
  /** Sent once, first: no order is before the runner has proved its key for this connection. */
  z.object({ type: z.literal('prove'), data: z.object({ challenge: z.string() }) }),
  z.object({
    type: z.literal('order'),
    data: z.discriminatedUnion('act', [
      z.object({ act: z.literal('prompt'), order: z.string(), text: z.string() }),
      /** End the turn. */
      z.object({ act: z.literal('interrupt'), order: z.string() }),
      /** End the client; the session can be resumed. */
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
  /** ECDSA with SHA-256 by the runner's key, as in a seal. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));
export type RunnerProof = z.infer<typeof runnerProofSchema>;

/** `POST /api/live/runners/:sessionId/answer`. Refused where it comes too late: then nothing is to be done. */
export const runnerAnswerSchema = z.lazyObject(() => ({
  order: z.string().check(z.maxLength(100)),
}));

/**
 * `POST /api/live/runners/:sessionId/limits`: use of the account's limits. The challenge is that of the
 * runner's own connection, which nobody else is told.
 */
export const runnerLimitsSchema = z.lazyObject(() => ({
  challenge: z.string().check(z.maxLength(100)),
  limits: accountLimitsSchema,
}));
