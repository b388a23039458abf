import { parseJson } from '../../../../shared/text/boundedJson';
import {
  phoneSettingsSchema,
  usualPhoneSettings,
  type PhoneSettings,
} from '../../../../shared/protocol/phones';
import { kept, type Kept } from '../../../util/files/kept';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptValue } from '../../store/keptValue';

const phoneSettingsFile = 'phone-settings.json';

/** Stores the settings of phones that a window sent last, for times without a window. */
export class KeptSettings {
  private readonly file: KeptValue<PhoneSettings>;
  /** True while the last settings are not on the disk. */
  private isUnkept = false;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptValue({
      folder,
      name: phoneSettingsFile,
      initial: usualPhoneSettings,
      parse: (text) => {
        const read = phoneSettingsSchema.safeParse(parseJson(text));
        return {
          value: read.success ? read.data : usualPhoneSettings,
          damaged: read.success ? 0 : 1,
        };
      },
      text: (settings) => JSON.stringify(settings),
      onError,
    });
  }

  get current(): PhoneSettings {
    return this.file.value;
  }

  load(): Promise<void> {
    return this.file.load();
  }

  /** Applies settings at once. Rejects with `NotKept`; the settings then apply until this hub ends. */
  async set(settings: PhoneSettings): Promise<Kept> {
    const isNew = JSON.stringify(settings) !== JSON.stringify(this.current);
    // Windows send their settings to every hub again.
    if (!isNew && !this.isUnkept) return kept;
    this.isUnkept = true;
    const done = await this.file.changeNow(() => settings);
    this.isUnkept = false;
    return done;
  }

  flush(): Promise<void> {
    return this.file.flush();
  }
}
