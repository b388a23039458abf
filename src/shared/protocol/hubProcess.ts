import { controlWishSchema } from './control';
import { publicKeySchema } from './keys';
import { vouchedPhoneSchema } from './phones';
import { machinesWishSchema } from './machines/setting';
import * as z from './schema';

/**
 * Messages of a window to the hub that it has started, in a thread or as a process of its own: public
 * keys reach a hub in memory alone, never by a file, an argument or the environment.
 */
export const toHubSchema = z.lazyUnion('type', () => [
  /** The first one to a process; a thread has it as its data. */
  z.object({
    type: z.literal('start'),
    configHome: z.string().check(z.minLength(1)),
    port: z.number().check(z.int(), z.nonnegative()),
    /** Version of the extension. */
    release: z.optional(z.string()),
    /** The wish of the window that starts the hub; it holds until a window that connects says its own. */
    control: z.optional(controlWishSchema),
    /** The same of the machines on its board. */
    machines: z.optional(machinesWishSchema),
    /** Ports of the listener for phones, in place of the usual ones. */
    phonePorts: z.optional(z.array(z.number())),
  }),
  /** Their signatures count from now on, too. */
  z.object({ type: z.literal('keys'), publicKeys: z.array(publicKeySchema) }),
  /** Nothing counts any more that they have signed. */
  z.object({ type: z.literal('dropKeys'), publicKeys: z.array(publicKeySchema) }),
  /** The phones that the window's editor has accepted, in place of those that it told before. */
  z.object({
    type: z.literal('phones'),
    phones: z.array(vouchedPhoneSchema),
    /** Ids of those that were removed there; they stay removed at this hub. */
    removed: z.optional(z.array(z.string())),
  }),
  /** A thread that has not closed within so many ms ends itself. */
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

/** Messages of such a hub to its window. */
export const fromHubSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('listening'), hub: reachableSchema }),
  /** Another hub took the port first. */
  z.object({ type: z.literal('occupied') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('log'), lines: z.array(logLineSchema) }),
]);
export type FromHub = z.infer<typeof fromHubSchema>;
