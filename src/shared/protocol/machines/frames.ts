import { controlWishSchema } from '../control';
import { publicKeySchema } from '../keys';
import { labelSchema } from '../label';
import { streamEventSchema } from '../protocol';
import * as z from '../schema';
import { presenceSchema, windowMessageSchema } from '../windows';

/** First line of a hub's program that speaks frames: what comes before it is a shell's greeting. */
export const machineGreeting = 'mission-control-frames/1';

/** A machine speaks at least this often, in ms. */
export const machineBeatMs = 2_000;
/** A machine without a sign of life for this long is away, in ms. */
export const machineSilenceMs = 8_000;

/** Longest frame in bytes: a request of a session, or a part of the board. */
export const maxFrameBytes = 16 * 1024 * 1024;

const id = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

/** 16 random bytes in base64url. */
const lineSchema = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/u)));

/** Ed25519 key and signature in base64url: proves for one connection who is at its other end. */
const proofSchema = z.lazyObject(() => ({
  key: z.string().check(z.regex(/^[\w-]{43}$/u)),
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));

/** Frames of the desk's hub to another machine, one JSON object a line. */
export const toMachineSchema = z.lazyUnion('type', () => [
  /** The first one, and again when something of it changes. */
  z.object({
    type: z.literal('desk'),
    /** Random name of this connection, by which signatures are for it alone; said in the first one. */
    line: z.optional(lineSchema),
    /** Public keys whose signatures are to count there. */
    keys: z.array(publicKeySchema).check(z.maxLength(100)),
    /** Name of the desk for the people there. */
    label: z.string().check(z.maxLength(200)),
    control: controlWishSchema,
  }),
  /** Presence of the person at the desk, so that a call for them comes once. */
  z.object({ type: z.literal('presence'), presence: presenceSchema }),
  z.object({
    type: z.literal('call'),
    id,
    name: z.string().check(z.maxLength(50)),
    /** Value of the parameter in the path. */
    parameter: z.string().check(z.maxLength(4096)),
    body: z.unknown(),
  }),
  /** Hangs up on a call. */
  z.object({ type: z.literal('cancel'), id }),
  z.object({ type: z.literal('ping'), at: z.number() }),
]);
export type ToMachine = z.infer<typeof toMachineSchema>;

/** Frames of another machine to the desk's hub. */
export const fromMachineSchema = z.lazyUnion('type', () => [
  /** Before the board, and again when another hub serves the machine. */
  z.object({
    type: z.literal('hello'),
    machineId: z.string().check(z.regex(/^m[0-9a-f]{16}$/u)),
    name: z.string().check(z.maxLength(255)),
    platform: z.string().check(z.maxLength(40)),
    protocol: z.number().check(z.int()),
    release: z.optional(z.string().check(z.maxLength(40))),
    /** Name of the hub there, which signatures are for. */
    hub: z.string().check(z.maxLength(100)),
    /** Names of other hubs that have the same config home there: those of other hosts. */
    beside: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
    /** By keys of this machine, of its hub and of those beside it; absent in older versions. */
    proofs: z.optional(z.array(proofSchema).check(z.maxLength(110))),
    /** Name under which the desk is a window of that hub. */
    window: z.string().check(z.maxLength(100)),
    /** Clock there, ms since 1970. */
    now: z.number(),
  }),
  /** Another hub takes over there: the board stands still until the next hello. */
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('stream'), event: streamEventSchema }),
  z.object({ type: z.literal('message'), message: windowMessageSchema }),
  z.object({ type: z.literal('answer'), id, value: z.optional(z.unknown()) }),
  z.object({
    type: z.literal('refusal'),
    id,
    status: z.number().check(z.int()),
    error: z.string().check(z.maxLength(60)),
    message: z.string().check(z.maxLength(1000)),
    label: z.optional(labelSchema),
  }),
  /** Events of a call that is answered bit by bit, and its end. */
  z.object({ type: z.literal('event'), id, event: z.unknown() }),
  z.object({ type: z.literal('end'), id }),
  z.object({ type: z.literal('pong'), at: z.number(), now: z.number() }),
]);
export type FromMachine = z.infer<typeof fromMachineSchema>;
