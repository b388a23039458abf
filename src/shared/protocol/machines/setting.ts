import { publicKeySchema } from '../keys';
import * as z from '../schema';

/** Maximum number of machines on one board. */
export const maxMachines = 50;

/** Longest name of a machine, in characters. */
export const maxMachineName = 60;

/**
 * A host as OpenSSH accepts it. It can't start with a dash, which would make it an option, and
 * contains no character that a shell interprets.
 */
export const sshHostSchema = z.lazy(() =>
  z.string().check(z.regex(/^[\w[][\w.:@%+[\]-]{0,254}$/u)),
);

/** A program argument, which can't contain NUL. */
const word = z.lazy(() => z.string().check(z.regex(/^[^\0]+$/u), z.maxLength(4096)));

/** One line of the setting `missionControl.machines`: `ssh`, or a `command` that starts a program there. */
export const machineSettingSchema = z.lazyObject(() => ({
  /** Name for people; defaults to the host or the command. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(maxMachineName))),
  /** Host from the person's SSH configuration. */
  ssh: z.optional(sshHostSchema),
  /** Command prefix for the program on the machine, such as `["wsl.exe", "-d", "Ubuntu"]`. */
  command: z.optional(z.array(word).check(z.minLength(1), z.maxLength(40))),
  /** Config home on the machine, if it is not the default. */
  configHome: z.optional(word),
}));
export type MachineSetting = z.infer<typeof machineSettingSchema>;

/** Maximum number of other accounts on one board; each has a hub with a port of its own. */
export const maxAccounts = 9;

/** `POST /api/live/machines`: the machines that a window wants on the board. */
export const machinesWishSchema = z.lazyObject(() => ({
  machines: z.array(machineSettingSchema).check(z.maxLength(maxMachines)),
  /**
   * Absolute paths of other config homes on this computer; absent in older versions, which leave
   * those on the board as they are.
   */
  accounts: z.optional(z.array(word).check(z.maxLength(maxAccounts))),
  /** Name of this computer for people at the other machines. */
  label: z.string().check(z.maxLength(200)),
}));
export type MachinesWish = z.infer<typeof machinesWishSchema>;

/** `POST /api/live/machines/retry`. */
export const machineKeySchema = z.lazyObject(() => ({
  key: z.string().check(z.maxLength(10_000)),
}));

/**
 * `POST /api/live/machines/ask`: requests that the machine of that line accept this editor's key.
 */
export const askMachineSchema = z.lazyObject(() => ({
  key: z.string().check(z.maxLength(10_000)),
  publicKey: publicKeySchema,
  label: z.string().check(z.maxLength(200)),
}));

/** A hub to connect to: that of a line of the setting, or of an account on this computer. */
export interface MachineTarget extends MachineSetting {
  /** Path of the account's config home on this computer; the only other field is then `name`. */
  readonly account?: string;
}

/** Key of a line of the setting; lines with the same connection have the same key. */
export function settingKey({ ssh, command, configHome, account }: MachineTarget): string {
  const parts = [ssh ?? null, command ?? null, configHome ?? null];
  return JSON.stringify(account === undefined ? parts : [...parts, account]);
}

/**
 * Name of a machine for people. It comes from the setting, because a machine that names itself
 * could imitate another.
 */
export function settingName({ name, ssh, command, account }: MachineTarget): string {
  return (name ?? ssh ?? command?.join(' ') ?? account ?? '').slice(0, maxMachineName);
}
