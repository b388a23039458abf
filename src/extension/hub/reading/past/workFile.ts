import { foldVersion } from '../../../transcript/fold/foldCache';
import { parseCheckedLines, printCheckedLines } from '../../../util/files/checkedLines';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { Slices } from '../../../util/slices';
import type { ToldWork } from './toldWork';

const name = 'outcomes.jsonl';

/** The first number counts up when what is kept changes, the rest when transcripts are read in another way. */
const version = `1 ${foldVersion}`;

/** A transcript as it was read, and what it told; `work` is absent where it has no line with a time. */
export interface ReadWork {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly work?: ToldWork | undefined;
}

/** The outcomes that transcripts told, in our own folder, so that they are not read again. */
export class WorkFile {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly slices: Slices,
  ) {}

  /** Throws when it is broken or of another version; then it counts as not there. */
  async load(): Promise<readonly ReadWork[]> {
    const works: ReadWork[] = [];
    const text = await this.folder.readPrivate(name);
    if (text === undefined) return works;
    const take = (line: unknown): void => void works.push(line as ReadWork);
    await this.slices.run(parseCheckedLines(version, text, take));
    return works;
  }

  async save(works: Iterable<ReadWork>): Promise<void> {
    await this.folder.ensureWithin();
    const print = printCheckedLines(version, works, (work) => work);
    await this.folder.write(name, await this.slices.run(print));
  }
}
