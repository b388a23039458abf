import { constants } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import * as z from '../../../shared/protocol/schema';
import {
  grantUseSchema,
  type GrantUse,
  type GrantUses,
  type GrantUsesQuery,
} from '../../../shared/protocol/work/grants';
import { jsonIn, ownJson } from '../../../shared/text/boundedJson';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { dayOf } from '../store/stateHistory';

/** Number of days that are kept; each has a file. */
const maxDays = 31;
/** Size of a day's file in bytes, beyond which grants allow nothing more on that day. */
const maxBytes = 1024 * 1024;
/** Maximum number of lines in one answer. */
const maxLines = 500;

const dayMs = 24 * 60 * 60_000;
const fileName = /^\d{4}-\d\d-\d\d\.jsonl$/u;

/** Line after a use whose answer did not reach the client. */
const lostSchema = z.object({ lost: z.string(), at: z.number() });

/**
 * The ledger of requests that grants allowed: one line for each, in a file for each day, which is
 * only appended to. A line is on the disk before the answer goes out.
 */
export class Ledger {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private hasAnyLines = false;

  constructor(
    private readonly folder: PrivateFolder,
    private readonly clock: () => number = Date.now,
  ) {}

  /** True if the ledger has lines; before `load`, lines of earlier hubs are not considered. */
  get hasLines(): boolean {
    return this.hasAnyLines;
  }

  /** Checks whether earlier hubs have left lines. */
  async load(): Promise<void> {
    this.hasAnyLines ||= (await this.dayFiles()).length > 0;
  }

  /** Appends a use. Resolves when the line is on the disk; rejects if it can't be written. */
  append(use: GrantUse): Promise<void> {
    return this.enqueue(use);
  }

  /** Records that the answer to a call did not reach the client. */
  appendLost(call: string): Promise<void> {
    return this.enqueue({ lost: call, at: this.clock() });
  }

  /** Returns lines, newest first. */
  async uses({ session, skip = '0' }: GrantUsesQuery): Promise<GrantUses> {
    const found: GrantUse[] = [];
    const end = Number(skip) + maxLines;
    for (const day of (await this.dayFiles()).toReversed()) {
      const uses = await this.readUses(day);
      found.push(...uses.filter((use) => session === undefined || use.session === session));
      if (found.length > end) break;
    }
    return {
      uses: found.slice(Number(skip), end),
      ...(found.length > end && { more: true }),
    };
  }

  /**
   * Returns how many requests of each session were allowed from `from` until before `to`, in ms
   * since 1970, without those whose answer did not reach the client.
   */
  async allowedBetween(from: number, to: number): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const day of await this.dayFiles()) {
      if (day < dayFileName(from) || day > dayFileName(to)) continue;
      for (const { at, session, lost } of await this.readUses(day))
        if (at >= from && at < to && lost !== true)
          counts.set(session, (counts.get(session) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns how often each grant was used in the last two days; no grant lives longer. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const first = dayFileName(this.clock() - 2 * dayMs);
    for (const day of await this.dayFiles()) {
      if (day < first) continue;
      for (const { grant } of await this.readUses(day))
        counts.set(grant, (counts.get(grant) ?? 0) + 1);
    }
    return counts;
  }

  /** Resolves when all lines are on the disk or failed to be written. */
  async flush(): Promise<void> {
    await this.lastWrite;
  }

  private enqueue(line: object): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    const written = this.lastWrite.then(() => this.write(text));
    this.lastWrite = written.catch(() => undefined);
    return written;
  }

  private async write(text: string): Promise<void> {
    await this.folder.ensureWithin();
    const name = dayFileName(this.clock());
    await this.folder.exclusively(name, async () => {
      const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
      const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
      const file = await open(this.folder.file(name), flags, 0o600);
      try {
        await appendLine(file, name, text);
      } finally {
        await file.close();
      }
    });
    this.hasAnyLines = true;
    // Both conditions must hold, the number of files and their age, so that neither a clock that is
    // briefly wrong nor files with future dates cause a loss.
    const oldestKept = dayFileName(this.clock() - maxDays * dayMs);
    for (const day of (await this.dayFiles()).slice(0, -maxDays)) {
      if (day < oldestKept) await this.folder.remove(day);
    }
  }

  /** Names of the files, oldest first. */
  private async dayFiles(): Promise<readonly string[]> {
    const names = await readdir(this.folder.path).catch(() => []);
    return names.filter((name) => fileName.test(name)).sort();
  }

  /** Lines of a day, newest first; damaged ones are left out. */
  private async readUses(day: string): Promise<readonly GrantUse[]> {
    const text = (await this.folder.readIfFile(day)) ?? '';
    const uses = new Map<string, GrantUse>();
    for (const line of text.split('\n')) {
      const value = jsonIn(line, ownJson);
      const use = grantUseSchema.safeParse(value);
      if (use.success) {
        uses.set(use.data.call, use.data);
        continue;
      }
      const { data: lost } = lostSchema.safeParse(value);
      const known = uses.get(lost?.lost ?? '');
      if (known !== undefined) uses.set(known.call, { ...known, lost: true });
    }
    return [...uses.values()].toReversed();
  }
}

/** Name of the file for the local day of a time. */
function dayFileName(at: number): string {
  return `${dayOf(at)}.jsonl`;
}

async function appendLine(file: FileHandle, name: string, text: string): Promise<void> {
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${name} is not a file`);
  if (found.size > maxBytes) throw new Error(`${name} is full`);
  const end = Buffer.alloc(1);
  if (found.size > 0) await file.read(end, 0, 1, found.size - 1);
  // A line that a killed process left incomplete must not swallow this one.
  const bytes = Buffer.from(found.size > 0 && end.toString() !== '\n' ? `\n${text}` : text);
  try {
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error(`${name} was written only in part`);
    await file.datasync();
  } catch (error) {
    await file.truncate(found.size).catch(() => undefined);
    throw error;
  }
}
