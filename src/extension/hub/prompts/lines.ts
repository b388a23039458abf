import * as z from '../../../shared/schema';
import type { PrivateFolder } from '../../util/privateFolder';
import { emptyLine, lineSchema, type Line, type Unfit } from './line';

const fileName = 'prompts.json';
const fileSchema = z.record(z.string(), z.unknown());

/** A session whose last prompt was read so long ago, in ms, has no line any more. */
const keptMs = 24 * 60 * 60 * 1000;

export interface LinesParts {
  readonly folder: Pick<PrivateFolder, 'read' | 'write'>;
  readonly onError: (error: unknown) => void;
  readonly onChange: (sessionId: string) => void;
  /** False once another hub serves the config home: the file is that one's. */
  readonly isOurs: () => Promise<boolean>;
  readonly clock?: () => number;
}

/**
 * The lines of all sessions, in `prompts.json`. Nothing is true here before it is on the disk: what a
 * change says to others is known to whoever reads the file after a crash.
 */
export class Lines {
  private all: ReadonlyMap<string, Line> = new Map();
  private last: Promise<unknown> = Promise.resolve();
  private isLoaded = false;

  constructor(private readonly parts: LinesParts) {}

  /** A file that cannot be read is tried again before the first change: it would be lost. */
  async load(): Promise<void> {
    await this.inTurn(() => this.read()).catch(this.parts.onError);
  }

  /** Rejects where the disk fails. */
  private async read(): Promise<void> {
    const text = await this.parts.folder.read(fileName);
    this.all = new Map(text === undefined ? [] : this.linesIn(text));
    this.isLoaded = true;
  }

  /** What is damaged is left out, and nothing else. */
  private linesIn(text: string): readonly (readonly [string, Line])[] {
    const { onError, clock = Date.now } = this.parts;
    const now = clock();
    try {
      return Object.entries(fileSchema.parse(JSON.parse(text))).flatMap(([sessionId, value]) => {
        const line = lineSchema.safeParse(value);
        if (!line.success) onError(line.error);
        return line.success && isKept(line.data, now) ? [[sessionId, line.data] as const] : [];
      });
    } catch (error) {
      onError(error);
      return [];
    }
  }

  get sessionIds(): readonly string[] {
    return [...this.all.keys()];
  }

  of(sessionId: string): Line {
    return this.all.get(sessionId) ?? emptyLine;
  }

  has(sessionId: string): boolean {
    return this.all.has(sessionId);
  }

  /** One change at a time; settles when it is on the disk, rejects where it could not be made. */
  change(sessionId: string, edit: (line: Line) => Line | Unfit): Promise<Unfit | undefined> {
    return this.inTurn(() => this.make(sessionId, edit));
  }

  /** Settles when every change is made, or could not be. */
  async close(): Promise<void> {
    await this.last;
  }

  /** Nothing reads the file while something else is about to write it. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.last.then(act);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async make(
    sessionId: string,
    edit: (line: Line) => Line | Unfit,
  ): Promise<Unfit | undefined> {
    if (!this.isLoaded) await this.read();
    const before = this.of(sessionId);
    const after = edit(before);
    if (typeof after === 'string') return after;
    if (after === before) return undefined;
    const next = new Map(this.all);
    if (after.prompts.length === 0) next.delete(sessionId);
    else next.set(sessionId, after);
    if (!(await this.parts.isOurs())) throw new Error('Another hub serves the config home by now');
    await this.parts.folder.write(fileName, JSON.stringify(Object.fromEntries(next)));
    this.all = next;
    this.parts.onChange(sessionId);
    return undefined;
  }
}

function isKept({ prompts }: Line, now: number): boolean {
  return prompts.some(({ state, at }) => state !== 'read' || now - at < keptMs);
}
