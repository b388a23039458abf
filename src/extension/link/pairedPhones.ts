import { parseJson } from '../../shared/text/boundedJson';
import { compareKeys } from '../util/keys/compareKeys';
import type { PhonesNews } from '../../shared/protocol/phones';
import type { EditorKeys } from '../util/keys/editorKeys';
import type { PrivateFolder } from '../util/files/privateFolder';
import type { Log } from '../util/log';
import type { Calls } from './hubClient';

/** Same as `devicesFile` of the hub's phones. */
const devicesFile = 'phones.json';

/**
 * Returns true if phones are paired with the hub of a config home. The file is not trusted: it only
 * decides whether the hub runs as a process of its own.
 */
export async function hasPairedPhones(folder: PrivateFolder): Promise<boolean> {
  try {
    const stored = parseJson((await folder.readIfFile(devicesFile)) ?? '[]');
    return Array.isArray(stored) && stored.length > 0;
  } catch {
    return false;
  }
}

export interface PairedPhonesParts {
  readonly keys: EditorKeys;
  readonly hub: Calls<'judgePhone' | 'removePhone'>;
  readonly log: Log;
}

/**
 * Reports to a hub that another editor or a terminal started which phones a person allowed to
 * answer in this editor, which were removed here, and which are listed with changed keys. Such a
 * hub has no list of its own that it can trust.
 */
export class PairedPhones {
  private news: PhonesNews | undefined;
  /** Phones already reported to this hub. */
  private readonly reported = new Set<string>();

  constructor(private readonly parts: PairedPhonesParts) {}

  get isPairing(): boolean {
    return this.news?.pairing !== undefined;
  }

  get hasPhones(): boolean {
    return (this.news?.devices.length ?? 0) > 0;
  }

  get hasConnectedPhone(): boolean {
    return this.news?.devices.some(({ isConnected }) => isConnected) ?? false;
  }

  /** Called when the hub is gone. */
  onHubGone(): void {
    this.news = undefined;
    this.reported.clear();
  }

  receive(news: PhonesNews): void {
    this.news = news;
    void this.reportPhones(news);
  }

  private async reportPhones({ devices }: PhonesNews): Promise<void> {
    const open = devices.filter(
      ({ id, isKeyChanged }) => isKeyChanged !== true && !this.reported.has(id),
    );
    if (open.length === 0) return;
    const { keys, hub, log } = this.parts;
    const removed = new Set(await keys.removedPhones());
    const acceptedPhones = new Map((await keys.phones()).map((phone) => [phone.id, phone]));
    for (const device of open) {
      const { id, isConfirmed } = device;
      if (this.reported.has(id)) continue;
      if (removed.has(id)) {
        this.reported.add(id);
        await hub
          .call('removePhone', { device: id })
          .catch((error: unknown) => log.info(`A phone was not removed: ${String(error)}`));
        continue;
      }
      const known = acceptedPhones.get(id);
      if (known === undefined) continue;
      const { signingKey, agreementKey, scope } = known;
      const isChanged = compareKeys(known, device) === 'changed';
      // A phone is reported if its listed keys differ from the known ones, or if the hub has not
      // confirmed its `answer` scope yet.
      if (!isChanged && (isConfirmed || scope !== 'answer' || device.scope !== 'answer')) continue;
      this.reported.add(id);
      await hub
        .call('judgePhone', { device: id, signingKey, agreementKey, verdict: scope })
        .catch((error: unknown) => log.info(`A phone is not known to the hub: ${String(error)}`));
    }
  }
}
