import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { isSameBoot, type Boot } from '../ingest/boot';
import { keptFiles } from '../store/keptFiles';
import { elementMap } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { grantSchema, type Grant } from './grant';

const { cap } = keptFiles['grants.json'];

type StoredGrants = ReadonlyMap<string, Grant>;

/**
 * The living grants in `grants.json`, for the next hub. The file is read once at the start: what
 * other programs write to it later has no effect on a running hub.
 */
export class GrantStore {
  private readonly stored: KeptValue<StoredGrants>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.stored = new KeptValue<StoredGrants>({
      folder,
      name: 'grants.json',
      initial: new Map(),
      parse: (text) => elementMap(text, grantSchema, ({ id }) => id),
      text: (grants) => JSON.stringify([...grants.values()]),
      onError,
    });
  }

  /** Loads the grants of this host and boot, and drops those of earlier boots. */
  async load(host: string, boot: Boot): Promise<readonly Grant[]> {
    await this.stored.load();
    const own = [...this.stored.value.values()].filter((grant) => grant.host === host);
    const valid = own.filter((grant) => isSameBoot(grant.boot, boot));
    const old = new Set(own.filter((grant) => !valid.includes(grant)).map(({ id }) => id));
    if (old.size > 0) {
      void this.stored.note((all) => new Map([...all].filter(([id]) => !old.has(id))));
    }
    return valid.map((grant) => ({ ...grant }));
  }

  /** Stores a grant. Rejects with `NotSavedError`. */
  add(grant: Grant): Promise<SavedResult> {
    const copy = { ...grant };
    return this.stored.change((all) => new Map([...all, [copy.id, copy] as const].slice(-cap)));
  }

  /** Stores how often a grant was used. */
  saveUse({ id, used }: Grant): Promise<void> {
    return this.stored.note((all) => {
      const known = all.get(id);
      return known === undefined ? all : new Map([...all, [id, { ...known, used }] as const]);
    });
  }

  /** Removes a grant, even if the disk is full. Rejects with `NotSavedError`. */
  remove(id: string): Promise<SavedResult> {
    return this.stored.revoke((all) => new Map([...all].filter(([one]) => one !== id)));
  }

  flush(): Promise<void> {
    return this.stored.flush();
  }
}
