import { controlWishSchema } from '../control';
import { publicKeySchema } from '../keys';
import { labelSchema } from '../label';
import { streamEventSchema } from '../protocol';
import * as z from '../schema';
import { presenceSchema, windowMessageSchema } from '../windows';

/**
 * First line of the machine's frame protocol; text before it is the shell's greeting and ignored.
 */
export const machineGreeting = 'mission-control-frames/1';

/** Interval at which a machine sends at least one frame, in ms. */
export const machineBeatMs = 2_000;
/** A machine that sent nothing for this long is unreachable, in ms. */
export const machineSilenceMs = 8_000;

/**
 * Maximum frame size in bytes. The largest frames carry a session's request or a part of the board.
 */
export const maxFrameBytes = 16 * 1024 * 1024;

const id = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

/** Random name of a connection: 16 bytes in base64url. */
const lineSchema = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/u)));

/**
 * Ed25519 key and signature in base64url with which the machine authenticates itself on one
 * connection.
 */
const proofSchema = z.lazyObject(() => ({
  key: z.string().check(z.regex(/^[\w-]{43}$/u)),
  signature: z.string().check(z.regex(/^[\w-]{86}$/u)),
}));

/**
 * Frames from the desk's hub to another machine, one JSON object per line. The desk is the computer
 * whose hub shows the board, at which the person works.
 */
export const toMachineSchema = z.lazyUnion('type', () => [
  /** The first frame, sent again when one of its fields changes. */
  z.object({
    type: z.literal('desk'),
    /**
     * Random name of this connection, so that signatures are valid only on it; sent in the first
     * frame.
     */
    line: z.optional(lineSchema),
    /** Public keys whose signatures are valid on the machine. */
    keys: z.array(publicKeySchema).check(z.maxLength(100)),
    /** Display name of the desk for people at the machine. */
    label: z.string().check(z.maxLength(200)),
    control: controlWishSchema,
  }),
  /** Presence of the person at the desk, so that they are not notified twice. */
  z.object({ type: z.literal('presence'), presence: presenceSchema }),
  z.object({
    type: z.literal('call'),
    id,
    name: z.string().check(z.maxLength(50)),
    /** Value of the path's parameter. */
    parameter: z.string().check(z.maxLength(4096)),
    body: z.unknown(),
  }),
  /** Cancels a call. */
  z.object({ type: z.literal('cancel'), id }),
  z.object({ type: z.literal('ping'), at: z.number() }),
]);
export type ToMachine = z.infer<typeof toMachineSchema>;

/** Frames from another machine to the desk's hub. */
export const fromMachineSchema = z.lazyUnion('type', () => [
  /** Sent before the board, and again when a different hub serves the machine. */
  z.object({
    type: z.literal('hello'),
    machineId: z.string().check(z.regex(/^m[0-9a-f]{16}$/u)),
    name: z.string().check(z.maxLength(255)),
    platform: z.string().check(z.maxLength(40)),
    protocol: z.number().check(z.int()),
    release: z.optional(z.string().check(z.maxLength(40))),
    /** Name of the machine's hub, to which signatures are bound. */
    hub: z.string().check(z.maxLength(100)),
    /** Names of other hubs that share the config home, on other hosts. */
    beside: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
    /**
     * Proofs by the keys of this machine, of its hub and of the hubs in `beside`; absent in older
     * versions.
     */
    proofs: z.optional(z.array(proofSchema).check(z.maxLength(110))),
    /** Id of the window that represents the desk at that hub. */
    window: z.string().check(z.maxLength(100)),
    /** The machine's clock, ms since 1970. */
    now: z.number(),
  }),
  /** The machine's hub is being replaced; the board does not change until the next hello. */
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
  /** Events of a streaming call, and its end. */
  z.object({ type: z.literal('event'), id, event: z.unknown() }),
  z.object({ type: z.literal('end'), id }),
  z.object({ type: z.literal('pong'), at: z.number(), now: z.number() }),
]);
export type FromMachine = z.infer<typeof fromMachineSchema>;
