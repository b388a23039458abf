import { controlWishSchema } from './control';
import { publicKeySchema } from './keys';
import { vouchedPhoneSchema } from './phones';
import { machinesWishSchema } from './machines/setting';
import * as z from './schema';

/**
 * Messages from a window to the hub that it started, in a thread or a separate process. Public keys
 * are passed only in memory, never in a file, an argument or the environment.
 */
export const toHubSchema = z.lazyUnion('type', () => [
  /** First message to a process; a thread receives it as its worker data. */
  z.object({
    type: z.literal('start'),
    configHome: z.string().check(z.minLength(1)),
    port: z.number().check(z.int(), z.nonnegative()),
    /** Version of the extension. */
    release: z.optional(z.string()),
    /** Ids of the agents whose sessions are shown; all if absent. */
    wantedAgents: z.optional(z.array(z.string())),
    /**
     * The control wish of the starting window; it applies until a connected window sends its own.
     */
    control: z.optional(controlWishSchema),
    /** The machines wish of the starting window, used in the same way. */
    machines: z.optional(machinesWishSchema),
    /** Ports for the phone listener, in place of the default ones. */
    phonePorts: z.optional(z.array(z.number())),
  }),
  /** Adds public keys whose signatures are valid. */
  z.object({ type: z.literal('keys'), publicKeys: z.array(publicKeySchema) }),
  /** Removes public keys; their signatures become invalid. */
  z.object({ type: z.literal('dropKeys'), publicKeys: z.array(publicKeySchema) }),
  /** The phones that the window's editor has accepted; replaces the previous list. */
  z.object({
    type: z.literal('phones'),
    phones: z.array(vouchedPhoneSchema),
    /** Ids of phones removed in that editor; the hub keeps them removed. */
    removed: z.optional(z.array(z.string())),
  }),
  /** Closes the hub. A thread that has not closed within this time (ms) terminates itself. */
  z.object({ type: z.literal('close'), withinMs: z.optional(z.number()) }),
]);
export type ToHub = z.infer<typeof toHubSchema>;

const reachableSchema = z.lazyObject(() => ({
  url: z.string(),
  token: z.string(),
  way: z.union([z.object({ socketPath: z.string() }), z.object({ key: z.string() })]),
}));

const logLineSchema = z.lazyObject(() => ({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string(),
}));
export type HubLogLine = z.infer<typeof logLineSchema>;

/** Messages from a hub to the window that started it. */
export const fromHubSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('listening'), hub: reachableSchema }),
  /** A different hub already listens on the port. */
  z.object({ type: z.literal('occupied') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('log'), lines: z.array(logLineSchema) }),
]);
export type FromHub = z.infer<typeof fromHubSchema>;
