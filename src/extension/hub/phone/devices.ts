import { publicKeySchema } from '../../../shared/protocol/keys';
import { phoneScopeSchema } from '../../../shared/protocol/phones';
import * as z from '../../../shared/protocol/schema';
import { pushSubscriptionSchema, type PushSubscription } from '../../../shared/phone/phoneMessages';
import { skeleton } from '../../../shared/text/lookalikes';
import { Emitter } from '../../util/emitter';
import { savedResult, type SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementMap } from '../store/keptEntries';
import type { Edit } from '../store/keptFile';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

export const devicesFile = 'phones.json';

/** Maximum number of phones, and time in ms after which an unused phone is removed. */
const { cap: maxDevices, ms: idleMs } = keptFiles[devicesFile];
/** Minimum interval in ms between two writes of a device's last use. */
const minUseWriteMs = 60_000;

const deviceSchema = z.lazyObject(() => ({
  /** 16 random bytes in base64url. */
  id: z.string().check(z.regex(/^[\w-]{22}$/u)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  scope: phoneScopeSchema,
  /** Public key for the handshake with the hub. */
  agreementKey: publicKeySchema,
  /**
   * Public key that verifies decisions of the person. Its presence in this file does not make it
   * trusted: see `KnownKeys`.
   */
  signingKey: publicKeySchema,
  pairedAt: z.number(),
  lastUse: z.number(),
  subscription: z.optional(pushSubscriptionSchema),
}));
export type Device = z.infer<typeof deviceSchema>;
type DeviceMap = ReadonlyMap<string, Device>;

/** The paired phones of a config home, stored in `phones.json`. */
export class Devices {
  private readonly file: KeptValue<DeviceMap>;
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** Times of last uses that are on the disk, by id. */
  private readonly writtenUseTimes = new Map<string, number>();

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.file = new KeptValue<DeviceMap>({
      folder,
      name: devicesFile,
      initial: new Map(),
      parse: (text) => {
        const { value, damaged } = elementMap(text, deviceSchema, ({ id }) => id);
        return { value: new Map([...value].slice(0, maxDevices)), damaged };
      },
      text: (all) => JSON.stringify([...all.values()]),
      onRead: () => this.changes.fire(),
      onError,
    });
  }

  load(): Promise<void> {
    return this.file.load();
  }

  get list(): readonly Device[] {
    this.removeIdle();
    return [...this.all.values()];
  }

  get(id: string): Device | undefined {
    this.removeIdle();
    return this.all.get(id);
  }

  /** Adds a device; resolves with false if the maximum is reached. Rejects with `NotSavedError`. */
  async add(device: Device): Promise<boolean> {
    this.removeIdle();
    let isFull = false;
    await this.file.change((all) => {
      isFull = all.size >= maxDevices;
      return isFull ? all : withDevice(all, { ...device, name: unusedName(all, device.name) });
    });
    if (!isFull) this.changes.fire();
    return !isFull;
  }

  /** Records a use of the device now. */
  recordUse(id: string): void {
    const now = this.clock();
    if (!this.all.has(id)) return;
    const isRecentlyWritten = now - (this.writtenUseTimes.get(id) ?? 0) < minUseWriteMs;
    const used = changedDevice(id, (device) => ({ ...device, lastUse: now }));
    if (isRecentlyWritten) return this.file.keepInMemory(used);
    this.writtenUseTimes.set(id, now);
    void this.file.note(used);
    this.changes.fire();
  }

  /** Stores or removes a push subscription; in memory immediately. Rejects with `NotSavedError`. */
  subscribe(id: string, subscription: PushSubscription | undefined): Promise<SavedResult> {
    if (!this.all.has(id)) return Promise.resolve(savedResult);
    const edit = changedDevice(id, ({ subscription: _before, ...rest }) =>
      subscription === undefined ? rest : { ...rest, subscription },
    );
    const done = subscription === undefined ? this.file.revoke(edit) : this.file.changeNow(edit);
    this.changes.fire();
    return done;
  }

  /**
   * Changes the scope of a device: a right is granted after it is on the disk, and revoked
   * immediately. Rejects with `NotSavedError`.
   */
  async setScope(id: string, scope: Device['scope']): Promise<SavedResult> {
    const device = this.all.get(id);
    if (device === undefined) return savedResult;
    const edit = changedDevice(id, (one) => ({ ...one, scope }));
    // Revoked even if the device has no right yet, because the write of a granted right may still
    // be pending.
    if (scope === 'watch') return this.revoke(edit);
    if (device.scope === scope) return savedResult;
    const done = await this.file.change(edit);
    this.changes.fire();
    return done;
  }

  /**
   * Removes a device, in memory immediately, and on the disk even if it is full. Rejects with
   * `NotSavedError` if the file cannot be written at all.
   */
  remove(id: string): Promise<SavedResult> {
    return this.revoke((all) => new Map([...all].filter(([one]) => one !== id)));
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  private get all(): DeviceMap {
    return this.file.value;
  }

  private revoke(edit: Edit<DeviceMap>): Promise<SavedResult> {
    const done = this.file.revoke(edit);
    this.changes.fire();
    return done;
  }

  private removeIdle(): void {
    const now = this.clock();
    const isIdle = ({ lastUse }: Device): boolean => now - lastUse > idleMs;
    if (![...this.all.values()].some(isIdle)) return;
    // If the write fails, the next hub removes the device again.
    void this.file.note((all) => new Map([...all].filter(([, device]) => !isIdle(device))));
    this.changes.fire();
  }
}

function withDevice(all: DeviceMap, device: Device): DeviceMap {
  return new Map([...all, [device.id, device]]);
}

/** Returns an edit of a device, which has no effect if the device was removed. */
function changedDevice(id: string, change: (device: Device) => Device): Edit<DeviceMap> {
  return (all) => {
    const device = all.get(id);
    return device === undefined ? all : withDevice(all, change(device));
  };
}

/**
 * Adds a number to a name that looks like the name of another phone, so that people can tell phones
 * apart.
 */
function unusedName(all: DeviceMap, name: string): string {
  const used = new Set([...all.values()].map((one) => skeleton(one.name)));
  let unused = name;
  for (let number = 2; used.has(skeleton(unused)); number += 1) unused = `${name} (${number})`;
  return unused;
}
