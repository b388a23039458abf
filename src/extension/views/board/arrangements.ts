import type { Arrangement, BoardPlace } from '../../../shared/board/arrangement';
import { arrangementSchema } from '../../../shared/messages/pageMessages';

/** The part of the editor's memento that is needed. */
export interface Keeper {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** How the user arranged the pages of this window, kept with its workspace. */
export class Arrangements {
  constructor(private readonly memento: Keeper) {}

  /** The kept arrangement; an older or foreign value counts as none. */
  read(place: BoardPlace): Arrangement {
    const kept = arrangementSchema.safeParse(this.memento.get(keyOf(place)));
    return kept.success ? kept.data : {};
  }

  write(place: BoardPlace, arrangement: Arrangement): void {
    void this.memento.update(keyOf(place), arrangement);
  }
}

/** Takes back everything that was kept with this workspace. */
export async function forgetArrangements(
  memento: Keeper & { keys(): readonly string[] },
): Promise<void> {
  for (const key of memento.keys()) await memento.update(key, undefined);
}

function keyOf(place: BoardPlace): string {
  return `board.${place}`;
}
