import { parseJson } from '../../../../shared/text/boundedJson';
import { connectPhoneSchema, type ConnectPhone } from '../../../../shared/protocol/phones';
import { kept, type Kept } from '../../../util/files/kept';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptValue } from '../../store/keptValue';

export const carrierFile = 'phone-carrier.json';

/** Longest text of the file, in characters. */
const longest = 4_000;

/** Stores the chosen carrier and its address over restarts of the hub. */
export class KeptWay {
  private readonly way: KeptValue<ConnectPhone | undefined>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.way = new KeptValue<ConnectPhone | undefined>({
      folder,
      name: carrierFile,
      initial: undefined,
      parse: (text) => {
        if (text.length > longest) throw new Error('It is too long');
        return { value: connectPhoneSchema.parse(parseJson(text)), damaged: 0 };
      },
      text: (way) => JSON.stringify(way),
      onError,
    });
  }

  get value(): ConnectPhone | undefined {
    return this.way.value;
  }

  load(): Promise<void> {
    return this.way.load();
  }

  /** Stores the carrier that a person chose. Rejects with `NotKept`. */
  async choose(way: ConnectPhone): Promise<Kept> {
    return this.isKept(way) ? kept : this.way.change(() => way);
  }

  /** Stores the address at which the carrier is open. */
  note(way: ConnectPhone): void {
    if (!this.isKept(way)) void this.way.note(() => way);
  }

  flush(): Promise<void> {
    return this.way.flush();
  }

  private isKept({ kind, url }: ConnectPhone): boolean {
    return this.value?.kind === kind && this.value.url === url;
  }
}
