import { parseJson } from '../../../../shared/text/boundedJson';
import { connectPhoneSchema, type ConnectPhone } from '../../../../shared/protocol/phones';
import { savedResult, type SavedResult } from '../../../util/files/savedResult';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptValue } from '../../store/keptValue';

export const carrierFile = 'phone-carrier.json';

/** Maximum length of the file in characters. */
const maxLength = 4_000;

/** Stores the chosen carrier and its address across restarts of the hub. */
export class StoredCarrier {
  private readonly file: KeptValue<ConnectPhone | undefined>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptValue<ConnectPhone | undefined>({
      folder,
      name: carrierFile,
      initial: undefined,
      parse: (text) => {
        if (text.length > maxLength) throw new Error('It is too long');
        return { value: connectPhoneSchema.parse(parseJson(text)), damaged: 0 };
      },
      text: (carrier) => JSON.stringify(carrier),
      onError,
    });
  }

  get value(): ConnectPhone | undefined {
    return this.file.value;
  }

  load(): Promise<void> {
    return this.file.load();
  }

  /** Stores the carrier that a person chose. Rejects with `NotSavedError`. */
  async choose(carrier: ConnectPhone): Promise<SavedResult> {
    return this.isStored(carrier) ? savedResult : this.file.change(() => carrier);
  }

  /** Stores the address at which the carrier is open. */
  note(carrier: ConnectPhone): void {
    if (!this.isStored(carrier)) void this.file.note(() => carrier);
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  private isStored({ kind, url }: ConnectPhone): boolean {
    return this.value?.kind === kind && this.value.url === url;
  }
}
