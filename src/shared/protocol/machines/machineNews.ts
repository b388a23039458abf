import * as z from '../schema';

/**
 * How a machine is reached now. `connecting`: for the first time. `connected`. `away`: it was there, or
 * may be later, and is tried again. `failed`: a person has to do something first.
 */
export const machineStatusSchema = z.lazy(() =>
  z.enum(['connecting', 'connected', 'away', 'failed']),
);
export type MachineStatus = z.infer<typeof machineStatusSchema>;

/** Why a machine is not reached: an open string with these known values. */
export const machineFaults = [
  /** SSH has no key that the host takes, or would ask for a password. */
  'auth',
  /** SSH does not know the host's key, or knows another one. */
  'hostKey',
  /** Nothing answers at that address. */
  'unreachable',
  /** The command does not exist on this computer. */
  'command',
  /** No Node 20 or newer is there. */
  'node',
  /** Mission Control is not there. */
  'missing',
  /** Its Mission Control speaks another version of the protocol. */
  'version',
  /** It is this computer, or one that another line leads to. */
  'same',
  /** It went silent. */
  'silent',
  /** Its program answers, and has no hub. */
  'hub',
  /** It sent what it may not send. */
  'protocol',
  /** It ended, and said nothing that is known. */
  'ended',
] as const;

/** What a board knows of another machine, told with the summary. */
export const machineCardSchema = z.lazyObject(() => ({
  /** Names the line of the setting. */
  key: z.string(),
  /** Name for people. */
  name: z.string(),
  status: machineStatusSchema,
  /** Id of the machine, once it has told it. */
  machineId: z.optional(z.string()),
  /** Id that its sessions' addresses begin with and the names of hub and window there, while it is connected. */
  there: z.optional(
    z.object({
      hub: z.string(),
      window: z.string(),
      /** Name of the connection, which signatures are for. */
      line: z.string(),
      /** Its clock less this one's, in whole minutes as ms; absent for less. */
      aheadMs: z.optional(z.number()),
    }),
  ),
  platform: z.optional(z.string()),
  release: z.optional(z.string()),
  /** An open string, see `machineFaults`. */
  fault: z.optional(z.string()),
  /** Last words of the command, for `ended` and its like. */
  detail: z.optional(z.string()),
  /** Time at which it was last heard of. */
  seenAt: z.optional(z.string()),
  /** True where the hub there believes what this editor signs. */
  accepted: z.optional(z.boolean()),
  needsYouCount: z.number().check(z.int()),
  sessionCount: z.number().check(z.int()),
  costTodayUsd: z.number(),
  tokensToday: z.number(),
}));
export type MachineCard = z.infer<typeof machineCardSchema>;

/** The machine of a session that runs elsewhere. */
export const sessionMachineSchema = z.lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  /** Time of the last news, while the machine is away: the card is as it was then, and counts nowhere. */
  away: z.optional(z.string()),
}));
export type SessionMachine = z.infer<typeof sessionMachineSchema>;
