import { publicKeySchema } from '../keys';
import * as z from '../schema';

/** As many machines as one board shows. */
export const maxMachines = 50;

/** Longest name that a person gives a machine, in characters. */
export const maxMachineName = 60;

/**
 * A host as OpenSSH takes it. It never begins with a dash, which would make an option of it, and has
 * no character that a shell reads.
 */
export const sshHostSchema = z.lazy(() =>
  z.string().check(z.regex(/^[\w[][\w.:@%+[\]-]{0,254}$/u)),
);

/** No program can be given a NUL. */
const word = z.lazy(() => z.string().check(z.regex(/^[^\0]+$/u), z.maxLength(4096)));

/** One line of the setting `missionControl.machines`: `ssh`, or a `command` that starts a program there. */
export const machineSettingSchema = z.lazyObject(() => ({
  /** Name for people; without one, the host or the command. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(maxMachineName))),
  /** Host of the person's own SSH configuration. */
  ssh: z.optional(sshHostSchema),
  /** Words in front of the program that runs there, such as `["wsl.exe", "-d", "Ubuntu"]`. */
  command: z.optional(z.array(word).check(z.minLength(1), z.maxLength(40))),
  /** Config home there, where it is not the usual one. */
  configHome: z.optional(word),
}));
export type MachineSetting = z.infer<typeof machineSettingSchema>;

/** `POST /api/live/machines`: the machines that a window wants on the board. */
export const machinesWishSchema = z.lazyObject(() => ({
  machines: z.array(machineSettingSchema).check(z.maxLength(maxMachines)),
  /** Name of this computer for the people at the others. */
  label: z.string().check(z.maxLength(200)),
}));
export type MachinesWish = z.infer<typeof machinesWishSchema>;

/** `POST /api/live/machines/retry`. */
export const machineKeySchema = z.lazyObject(() => ({
  key: z.string().check(z.maxLength(10_000)),
}));

/** `POST /api/live/machines/ask`: this editor wants to be accepted at the machine of that line. */
export const askMachineSchema = z.lazyObject(() => ({
  key: z.string().check(z.maxLength(10_000)),
  publicKey: publicKeySchema,
  label: z.string().check(z.maxLength(200)),
}));

/** Names a line of the setting: two lines that lead by the same way are one. */
export function settingKey({ ssh, command, configHome }: MachineSetting): string {
  return JSON.stringify([ssh ?? null, command ?? null, configHome ?? null]);
}

/** Name of a machine for people. No machine names itself: it could take the name of another. */
export function settingName({ name, ssh, command }: MachineSetting): string {
  return (name ?? ssh ?? command?.join(' ') ?? '').slice(0, maxMachineName);
}
