import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { jsonIn } from '../../../shared/text/boundedJson';
import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../files/privateFolder';

const claimSchema = z.object({
  /** Random name of the claim, by which its owner recognizes it. */
  claim: z.string(),
  /** Why the session was not started, as a sentence; its prompt reached nobody. */
  problem: z.optional(z.string()),
});

const claimName = /^start-[0-9a-f-]{36}$/u;
/** Age in ms after which a claim is deleted: no window then still tries to start the session. */
const claimAgeMs = 24 * 60 * 60_000;

/** State of the start of a session; `problem` is set if it failed for certain. */
export interface StartClaim {
  readonly problem?: string | undefined;
}

/**
 * Files by which one process at most starts a session of a given id. A window claims the start
 * before it starts the session. The hub claims it to be certain that no window will: whichever
 * process creates the file has the claim, even if the hub was killed after it had given the order.
 */
export class StartClaims {
  constructor(private readonly folder: PrivateFolder) {}

  /**
   * Claims the start of a session; false if it was claimed before. Rejects if no file can be
   * created.
   */
  async claim(sessionId: string): Promise<boolean> {
    const claim = randomUUID();
    const text = JSON.stringify({ claim });
    return (await this.folder.writeOnce(nameOf(sessionId), text)) === text;
  }

  /** Adds to this process's claim that the session was not started. */
  async fail(sessionId: string, problem: string): Promise<void> {
    await this.folder.write(nameOf(sessionId), JSON.stringify({ claim: randomUUID(), problem }));
  }

  /** Reads a claim; undefined if nobody has claimed the start. */
  async read(sessionId: string): Promise<StartClaim | undefined> {
    const text = await this.folder.readIfFile(nameOf(sessionId));
    if (text === undefined) return undefined;
    // A damaged file is a claim, too.
    return claimSchema.safeParse(jsonIn(text)).data ?? {};
  }

  /**
   * Deletes old claims; never rejects. Those of `openStarts`, by session id, are retained at any
   * age: without its claim, such a start would count as one that never happened.
   */
  async deleteOld(openStarts: readonly string[], now: number): Promise<void> {
    const retained = new Set(openStarts.map(nameOf));
    const names = await readdir(this.folder.path).catch((): string[] => []);
    for (const name of names.filter((one) => claimName.test(one) && !retained.has(one))) {
      const writtenAt = await this.folder.writtenAt(name).catch(() => undefined);
      if (writtenAt !== undefined && now - writtenAt > claimAgeMs)
        await this.folder.remove(name).catch(() => undefined);
    }
  }
}

function nameOf(sessionId: string): string {
  return `start-${sessionId}`; // Must match `claimName`.
}
