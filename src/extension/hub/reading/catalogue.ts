import type { FoundFile } from '../../agents/transcripts/files';
import { Coalescer } from '../../util/coalesce';
import type { Slices } from '../../util/thread/slices';
import type { TranscriptHomes } from '../../agents/transcripts/transcriptHomes';
import type { ReadingNews } from './messages';
import { recentFiles } from './recent';

export interface CatalogueParts {
  readonly homes: TranscriptHomes;
  readonly slices: Slices;
  readonly emit: (news: ReadingNews) => void;
}

/**
 * All transcripts as of the last walk through the folders; no other code of the thread lists them.
 */
export class Catalogue {
  private byPath = new Map<string, FoundFile>();
  private list: readonly FoundFile[] = [];
  private readonly walks = new Coalescer(() => this.listFiles());
  /** Paths in the last message about recent transcripts. */
  private recent: string | undefined;

  constructor(private readonly parts: CatalogueParts) {}

  /** All transcripts, newest first; the same array while no walk finds a change. */
  get files(): readonly FoundFile[] {
    return this.list;
  }

  /** Returns a file; an unchanged file stays the same object. */
  get(path: string): FoundFile | undefined {
    return this.byPath.get(path);
  }

  /** Walks through the folders; resolves with the result of a walk that started after the call. */
  async refresh(): Promise<readonly FoundFile[]> {
    await this.walks.run();
    return this.list;
  }

  private async listFiles(): Promise<void> {
    const { homes, slices, emit } = this.parts;
    const onUnreadable = (file: string, error: unknown): void =>
      emit({ type: 'unreadable', file, reason: String(error) });
    const known = this.byPath;
    const found = await slices.run(homes.find(onUnreadable, undefined, known));
    const isSame = found.length === known.size && found.every((one) => known.get(one.path) === one);
    if (!isSame) {
      this.byPath = new Map(found.map((file) => [file.path, file]));
      this.list = found.sort((a, b) => b.mtimeMs - a.mtimeMs);
    }
    this.emitRecent();
  }

  private emitRecent(): void {
    const files = recentFiles(this.list, Date.now());
    const recent = files.map(({ path }) => path).join('\n');
    if (recent !== this.recent) this.parts.emit({ type: 'recent', files });
    this.recent = recent;
  }
}
