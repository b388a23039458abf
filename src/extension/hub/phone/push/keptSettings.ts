import { parseJson } from '../../../../shared/text/boundedJson';
import {
  phoneSettingsSchema,
  defaultPhoneSettings,
  type PhoneSettings,
} from '../../../../shared/protocol/phones';
import { savedResult, type SavedResult } from '../../../util/files/savedResult';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptValue } from '../../store/keptValue';

const phoneSettingsFile = 'phone-settings.json';

/** Stores the phone settings that a window sent last, for times without a window. */
export class KeptSettings {
  private readonly file: KeptValue<PhoneSettings>;
  /** True while the current settings are not on the disk. */
  private isUnsaved = false;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptValue({
      folder,
      name: phoneSettingsFile,
      initial: defaultPhoneSettings,
      parse: (text) => {
        const read = phoneSettingsSchema.safeParse(parseJson(text));
        return {
          value: read.success ? read.data : defaultPhoneSettings,
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

  /**
   * Applies settings immediately. Rejects with `NotSavedError`; the settings then apply only until this
   * hub ends.
   */
  async set(settings: PhoneSettings): Promise<SavedResult> {
    const isNew = JSON.stringify(settings) !== JSON.stringify(this.current);
    // Unchanged settings are frequent, because each window sends them to each hub.
    if (!isNew && !this.isUnsaved) return savedResult;
    this.isUnsaved = true;
    const done = await this.file.changeNow(() => settings);
    this.isUnsaved = false;
    return done;
  }

  flush(): Promise<void> {
    return this.file.flush();
  }
}
