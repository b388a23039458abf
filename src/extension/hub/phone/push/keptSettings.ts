import { parseJson } from '../../../../shared/text/boundedJson';
import { phoneSettingsSchema, type PhoneSettings } from '../../../../shared/protocol/phones';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { KeptFile } from '../../store/keptFile';

const phoneSettingsFile = 'phone-settings.json';

const usualSettings: PhoneSettings = { pushAfterSeconds: 10, pushText: false, pingUrl: '' };

/** The settings of phones as a window told them last, kept for times without one. */
export class KeptSettings {
  private told: PhoneSettings | undefined;
  private kept: PhoneSettings = usualSettings;
  private readonly file: KeptFile<PhoneSettings>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptFile({
      folder,
      name: phoneSettingsFile,
      parse: (text) => {
        const read = phoneSettingsSchema.safeParse(parseJson(text));
        return { value: read.success ? read.data : usualSettings, damaged: read.success ? 0 : 1 };
      },
      adopt: (value) => {
        this.kept = value;
      },
      text: () => JSON.stringify(this.current),
      onError,
    });
  }

  get current(): PhoneSettings {
    return this.told ?? this.kept;
  }

  load(): Promise<void> {
    return this.file.load();
  }

  async set(settings: PhoneSettings): Promise<void> {
    const isNew = JSON.stringify(settings) !== JSON.stringify(this.current);
    this.told = settings;
    if (isNew) await this.file.change();
  }

  flush(): Promise<void> {
    return this.file.flush();
  }
}
