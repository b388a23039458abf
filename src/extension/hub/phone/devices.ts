import { publicKeySchema } from '../../../shared/protocol/keys';
import { phoneScopeSchema } from '../../../shared/protocol/phones';
import * as z from '../../../shared/protocol/schema';
import { pushSubscriptionSchema, type PushSubscription } from '../../../shared/phone/phoneMessages';
import { skeleton } from '../../../shared/text/lookalikes';
import { Emitter } from '../../util/emitter';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementsOf } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';

export const devicesFile = 'phones.json';

/** A device that nobody used for so long is forgotten, in ms. */
const idleMs = 30 * 24 * 60 * 60_000;
/** More phones than one person has. */
const maxDevices = 20;
/** A later use within this time is not written, in ms. */
const useMs = 60_000;

const deviceSchema = z.lazyObject(() => ({
  /** 16 random bytes in base64url. */
  id: z.string().check(z.regex(/^[\w-]{22}$/u)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  scope: phoneScopeSchema,
  /** Key by which it agrees on secrets with the hub. */
  agreementKey: publicKeySchema,
  /** Key by which it signs what its person decides. Worth nothing here: see `KnownKeys`. */
  signingKey: publicKeySchema,
  pairedAt: z.number(),
  lastUse: z.number(),
  subscription: z.optional(pushSubscriptionSchema),
}));
export type Device = z.infer<typeof deviceSchema>;

/** The paired phones of a config home, kept in `phones.json`. */
export class Devices {
  private all = new Map<string, Device>();
  private readonly file: KeptFile<readonly Device[]>;
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** Time of the use that was written last, by id. */
  private readonly written = new Map<string, number>();

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.file = new KeptFile({
      folder,
      name: devicesFile,
      parse: (text) => elementsOf(text, deviceSchema),
      adopt: (kept) => this.adopt(kept),
      text: () => JSON.stringify([...this.all.values()]),
      onError,
    });
  }

  load(): Promise<void> {
    return this.file.load();
  }

  get list(): readonly Device[] {
    this.forgetIdle();
    return [...this.all.values()];
  }

  get(id: string): Device | undefined {
    this.forgetIdle();
    return this.all.get(id);
  }

  /** Settles when it is on the disk. False where there are too many already. */
  async add(device: Device): Promise<boolean> {
    if (this.list.length >= maxDevices) return false;
    this.all.set(device.id, { ...device, name: this.unusedName(device.name) });
    await this.changed();
    return true;
  }

  /** Two phones whose names look alike are told apart by a number, as whoever removes one has to know which. */
  private unusedName(name: string): string {
    const used = new Set([...this.all.values()].map((one) => skeleton(one.name)));
    let unused = name;
    for (let number = 2; used.has(skeleton(unused)); number += 1) unused = `${name} (${number})`;
    return unused;
  }

  /** Notes that the device was used now. */
  use(id: string): void {
    const now = this.clock();
    const device = this.all.get(id);
    if (device === undefined) return;
    this.all.set(id, { ...device, lastUse: now });
    if (now - (this.written.get(id) ?? 0) < useMs) return;
    this.written.set(id, now);
    void this.changed();
  }

  subscribe(id: string, subscription: PushSubscription | undefined): void {
    const device = this.all.get(id);
    if (device === undefined) return;
    const { subscription: _before, ...rest } = device;
    this.all.set(id, subscription === undefined ? rest : { ...rest, subscription });
    void this.changed();
  }

  setScope(id: string, scope: Device['scope']): void {
    const device = this.all.get(id);
    if (device === undefined) return;
    this.all.set(id, { ...device, scope });
    void this.changed();
  }

  /** Settles when it is gone from the disk, too. */
  async remove(id: string): Promise<void> {
    if (this.all.delete(id)) await this.changed();
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  private async changed(): Promise<void> {
    this.changes.fire();
    await this.file.change();
  }

  private forgetIdle(): void {
    const before = this.all.size;
    for (const { id, lastUse } of this.all.values()) {
      if (this.clock() - lastUse > idleMs) this.all.delete(id);
    }
    if (this.all.size < before) void this.changed();
  }

  private adopt(kept: readonly Device[]): void {
    this.all = new Map([
      ...kept.slice(0, maxDevices).map((one) => [one.id, one] as const),
      ...this.all,
    ]);
  }
}
