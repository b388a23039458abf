import { hasMuteExpired, mutesOf, isSameMuteTarget } from '../../../shared/board/mutes';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { muteSchema, type Mute } from '../../../shared/protocol/windows';
import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementsOf } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

/** Maximum number of mutes, more than a person ever sets; beyond it, the oldest are dropped. */
const { cap: maxMutes } = keptFiles['mutes.json'];

/** The mutes of all windows, persisted in `mutes.json`. */
export class Mutes {
  private readonly all: KeptValue<readonly Mute[]>;

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.all = new KeptValue({
      folder,
      name: 'mutes.json',
      initial: [],
      parse: (text) => elementsOf(text, muteSchema),
      text: (all) => JSON.stringify(all),
      onError,
    });
  }

  /** An unreadable file is set aside and counts as empty. */
  load(): Promise<void> {
    return this.all.load();
  }

  get current(): readonly Mute[] {
    return this.withoutExpired(this.all.value);
  }

  /** Sets or clears a mute. Rejects with `NotSavedError`. */
  set(mute: Mute, on: boolean): Promise<SavedResult> {
    return this.all.change((all) => {
      const others = this.withoutExpired(all).filter((one) => !isSameMuteTarget(one, mute));
      return (on ? [...others, mute] : others).slice(-maxMutes);
    });
  }

  cover(session: Pick<LiveSession, 'sessionId' | 'projectPath' | 'machine'>): boolean {
    return mutesOf(this.all.value, session, this.clock()).length > 0;
  }

  /** The promise settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.all.flush();
  }

  private withoutExpired(all: readonly Mute[]): readonly Mute[] {
    const now = this.clock();
    return all.filter((mute) => !hasMuteExpired(mute, now));
  }
}
