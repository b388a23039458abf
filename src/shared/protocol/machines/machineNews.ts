import * as z from '../schema';

/**
 * Connection state of a machine. `connecting`: first attempt. `away`: unreachable, and retried.
 * `failed`: a person has to fix something first.
 */
export const machineStatusSchema = z.lazy(() =>
  z.enum(['connecting', 'connected', 'away', 'failed']),
);
export type MachineStatus = z.infer<typeof machineStatusSchema>;

/** Known reasons why a machine can't be reached; more may be added. */
export const machineFaults = [
  /** SSH has no key that the host accepts, or would ask for a password. */
  'auth',
  /** The host's key is unknown to SSH, or has changed. */
  'hostKey',
  /** Nothing answers at the address. */
  'unreachable',
  /** The command does not exist on this computer. */
  'command',
  /** The machine has no Node 20 or newer. */
  'node',
  /** Mission Control is not installed on the machine. */
  'missing',
  /** Its Mission Control uses a different version of the protocol. */
  'version',
  /** It is this computer, or a machine that another line of the setting already connects. */
  'same',
  /** It stopped sending frames. */
  'silent',
  /** Its program answers, but has no hub. */
  'hub',
  /** It sent an invalid frame. */
  'protocol',
  /** The config home of an account is missing, unreadable or unused; `detail` says which. */
  'home',
  /** Its command ended for an unknown reason. */
  'ended',
] as const;

/** The state of another machine for the board, sent with the summary. */
export const machineCardSchema = z.lazyObject(() => ({
  /** Key of the machine's line in the setting; see `settingKey`. */
  key: z.string(),
  /** Name for people. */
  name: z.string(),
  /** Config home of an account on this computer; absent for another machine. */
  account: z.optional(z.string()),
  status: machineStatusSchema,
  /** Id of the machine; absent until it has connected. */
  machineId: z.optional(z.string()),
  /**
   * Set while it is connected: the names of its hub, of the desk as a window there, and of the
   * connection.
   */
  there: z.optional(
    z.object({
      hub: z.string(),
      window: z.string(),
      /** Name of the connection, to which signatures are bound. */
      line: z.string(),
      /** Its clock minus this one's, in ms rounded to minutes; absent below one minute. */
      aheadMs: z.optional(z.number()),
    }),
  ),
  platform: z.optional(z.string()),
  release: z.optional(z.string()),
  /** See `machineFaults`; more values may be added. */
  fault: z.optional(z.string()),
  /** Last output of the command, for `ended` and similar faults. */
  detail: z.optional(z.string()),
  /** Time of its last answer to a ping; absent while it is connected. */
  seenAt: z.optional(z.string()),
  /** True if its hub accepts this editor's signatures. */
  accepted: z.optional(z.boolean()),
  needsYouCount: z.number().check(z.int()),
  sessionCount: z.number().check(z.int()),
  costTodayUsd: z.number(),
  tokensToday: z.number(),
}));
export type MachineCard = z.infer<typeof machineCardSchema>;

/** The machine of a session that does not run on this one. */
export const sessionMachineSchema = z.lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  /** True for an account: another config home on this computer. */
  account: z.optional(z.boolean()),
  /**
   * Set while the machine is unreachable: the time of its last update, whose state the card shows.
   * The session is then not counted.
   */
  away: z.optional(z.string()),
}));
export type SessionMachine = z.infer<typeof sessionMachineSchema>;

/** Fields of a session that say where it runs. */
export const sessionPlace = () => ({
  /** The session's machine, to which its paths refer; absent for this machine. */
  machine: z.optional(sessionMachineSchema),
  /** Name of the hub's own account; present while other accounts are on the board. */
  account: z.optional(z.string()),
});

/** Fields of the summary for other machines and accounts. */
export const boardMachines = () => ({
  /**
   * Other accounts and machines on this board, each in the order of its setting; absent if there
   * are none.
   */
  machines: z.optional(z.array(machineCardSchema)),
  /** Name of the hub's own account; present while other accounts are on the board. */
  account: z.optional(z.string()),
});
