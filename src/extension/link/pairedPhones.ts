import { parseJson } from '../../shared/text/boundedJson';
import type { PhonesNews } from '../../shared/protocol/phones';
import type { EditorKeys } from '../util/editorKeys';
import type { PrivateFolder } from '../util/files/privateFolder';
import type { Log } from '../util/log';
import type { Calls } from './hubClient';

/** As `devicesFile` of the hub's phones. */
const devicesFile = 'phones.json';

/** Whether phones are paired with the hub of a config home. Another program could say so: it decides nothing but how the hub runs. */
export async function hasPairedPhones(folder: PrivateFolder): Promise<boolean> {
  try {
    const kept = parseJson((await folder.readIfFile(devicesFile)) ?? '[]');
    return Array.isArray(kept) && kept.length > 0;
  } catch {
    return false;
  }
}

export interface PairedPhonesParts {
  readonly keys: EditorKeys;
  readonly hub: Calls<'judgePhone'>;
  readonly log: Log;
}

/**
 * Tells a hub that another editor, or a terminal, has started which phones a person let answer in this
 * editor: the hub itself has no list that it could believe.
 */
export class PairedPhones {
  private news: PhonesNews | undefined;
  /** Keys that this hub was told of. */
  private readonly told = new Set<string>();

  constructor(private readonly parts: PairedPhonesParts) {}

  get isPairing(): boolean {
    return this.news?.pairing !== undefined;
  }

  get isAny(): boolean {
    return (this.news?.devices.length ?? 0) > 0;
  }

  get isAnyConnected(): boolean {
    return this.news?.devices.some(({ isConnected }) => isConnected) ?? false;
  }

  /** The hub is gone. */
  lost(): void {
    this.news = undefined;
    this.told.clear();
  }

  receive(news: PhonesNews): void {
    this.news = news;
    void this.confirm(news);
  }

  private async confirm({ devices }: PhonesNews): Promise<void> {
    const unknown = devices.filter(
      ({ scope, isConfirmed, signingKey }) =>
        scope === 'answer' && !isConfirmed && !this.told.has(signingKey),
    );
    if (unknown.length === 0) return;
    const { keys, hub, log } = this.parts;
    const kept = await keys.phones();
    for (const { id, signingKey } of unknown) {
      if (!kept.includes(signingKey) || this.told.has(signingKey)) continue;
      this.told.add(signingKey);
      await hub
        .call('judgePhone', { device: id, signingKey, verdict: 'answer' })
        .catch((error: unknown) => log.info(`A phone is not known to the hub: ${String(error)}`));
    }
  }
}
