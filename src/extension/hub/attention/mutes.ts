import { isOver, mutesOf, sameTarget } from '../../../shared/board/mutes';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { muteSchema, type Mute } from '../../../shared/protocol/windows';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementsOf } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';

/** More than a person ever lists; the oldest are forgotten: their sessions are history. */
const keptCount = 1_000;

/** The mutes of all windows, kept over restarts in `mutes.json`. */
export class Mutes {
  private all: readonly Mute[] = [];
  private readonly file: KeptFile<readonly Mute[]>;

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.file = new KeptFile({
      folder,
      name: 'mutes.json',
      parse: (text) => elementsOf(text, muteSchema),
      adopt: (kept) => this.adopt(kept),
      text: () => JSON.stringify(this.all),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  get current(): readonly Mute[] {
    const now = this.clock();
    return this.all.filter((mute) => !isOver(mute, now));
  }

  set(mute: Mute, on: boolean): void {
    const others = this.current.filter((one) => !sameTarget(one, mute));
    this.all = (on ? [...others, mute] : others).slice(-keptCount);
    void this.file.change();
  }

  cover(session: Pick<LiveSession, 'sessionId' | 'projectPath' | 'machine'>): boolean {
    return mutesOf(this.all, session, this.clock()).length > 0;
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private adopt(kept: readonly Mute[]): void {
    const isNew = (one: Mute): boolean => !this.all.some((mute) => sameTarget(one, mute));
    this.all = [...kept.filter(isNew), ...this.all];
  }
}
