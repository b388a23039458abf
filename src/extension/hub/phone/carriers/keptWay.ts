import { parseJson } from '../../../../shared/text/boundedJson';
import { connectPhoneSchema, type ConnectPhone } from '../../../../shared/protocol/phones';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptFile } from '../../store/keptFile';

export const carrierFile = 'phone-carrier.json';

/** Longest text of the file, in characters. */
const longest = 4_000;

/** Keeps over restarts of the hub which way was chosen last, with its address. */
export class KeptWay {
  private kept: ConnectPhone | undefined;
  private readonly file: KeptFile<ConnectPhone>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptFile({
      folder,
      name: carrierFile,
      parse: (text) => {
        if (text.length > longest) throw new Error('It is too long');
        return { value: connectPhoneSchema.parse(parseJson(text)), damaged: 0 };
      },
      adopt: (way) => (this.kept ??= way),
      text: () => JSON.stringify(this.kept),
      onError,
    });
  }

  get value(): ConnectPhone | undefined {
    return this.kept;
  }

  load(): Promise<void> {
    return this.file.load();
  }

  keep(way: ConnectPhone): void {
    const { kept } = this;
    if (kept?.kind === way.kind && kept.url === way.url) return;
    this.kept = way;
    void this.file.change();
  }

  flush(): Promise<void> {
    return this.file.flush();
  }
}
