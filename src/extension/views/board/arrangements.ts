import type { Arrangement, BoardPlace } from '../../../shared/board/arrangement';
import { arrangementSchema } from '../../../shared/messages/pageMessages';

/** The part of the editor's `Memento` that the views use. */
export interface MementoStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Stores the arrangements of this window's pages with its workspace. */
export class Arrangements {
  constructor(private readonly memento: MementoStore) {}

  /** The stored arrangement; an outdated or invalid value counts as none. */
  read(place: BoardPlace): Arrangement {
    const stored = arrangementSchema.safeParse(this.memento.get(keyOf(place)));
    return stored.success ? stored.data : {};
  }

  write(place: BoardPlace, arrangement: Arrangement): void {
    void this.memento.update(keyOf(place), arrangement);
  }
}

/** Deletes everything stored with this workspace. */
export async function clearWorkspaceState(
  memento: MementoStore & { keys(): readonly string[] },
): Promise<void> {
  for (const key of memento.keys()) await memento.update(key, undefined);
}

function keyOf(place: BoardPlace): string {
  return `board.${place}`;
}
