import { readdir } from 'node:fs/promises';
import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import * as z from '../../../shared/protocol/schema';
import { spanKinds } from '../../../shared/protocol/protocol';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { SafeFile, type SafeRead, type SetAside } from '../../util/files/safeFile';
import type { Span } from '../domain/card/spans';
import { validElements } from './keptEntries';

/** A session and its activity on a day. */
export interface KeptLane {
  readonly sessionId: string;
  readonly title: string;
  readonly projectName: string;
  readonly spans: readonly Span[];
  /**
   * Times in ms since 1970 at which auto mode blocked calls of the session; absent if there were
   * none.
   */
  readonly blockedAt?: readonly number[] | undefined;
}

const maxDays = 31;
const fileName = /^(\d{4}-\d\d-\d\d)\.json$/u;

const dayFileSchema = z.object({ version: z.literal(1), lanes: z.array(z.unknown()) });

const laneSchema = z.object({
  sessionId: z.string(),
  title: z.string(),
  projectName: z.string(),
  /** Alternating times and indexes in `spanKinds`: compact, since the file is written often. */
  spans: z.array(z.number()),
  blockedAt: z.optional(z.array(z.number())),
});

/** Stores the lanes of each local day in a private file, for a month. */
export class DayFiles {
  /** Files of the days that this hub writes, after it read what they contained. */
  private readonly open = new Map<string, SafeFile<readonly KeptLane[]>>();
  /**
   * Lanes by day that `write` read from the file first, because another hub had written it or this
   * hub had not read it yet.
   */
  private readonly others = new Map<string, readonly KeptLane[]>();

  constructor(
    private readonly folder: PrivateFolder,
    private readonly onSetAside: (aside: SetAside) => void = () => undefined,
  ) {}

  /** Returns the stored days, such as `2026-03-02`, oldest first. */
  async days(): Promise<readonly string[]> {
    const names = await readdir(this.folder.path).catch(() => []);
    return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
  }

  /** Reads a day's lanes; empty for a day without a file. Rejects if the file is not valid. */
  async read(day: string): Promise<readonly KeptLane[]> {
    const text = await this.folder.read(`${day}.json`);
    return text === undefined ? [] : parseLanes(text).value;
  }

  /** Reads a day before it is written: a file that can't be read is set aside. */
  async resume(day: string): Promise<readonly KeptLane[]> {
    const file = new SafeFile({
      folder: this.folder,
      name: `${day}.json`,
      parse: parseLanes,
      onSetAside: this.onSetAside,
    });
    const { value = [], isWhole } = await file.read();
    this.open.set(day, file);
    if (!isWhole && value.length > 0) await file.write(textOf(value));
    return value;
  }

  /** Writes a day. Lanes of other sessions in its file stay, even if another hub wrote them. */
  async write(day: string, lanes: readonly KeptLane[]): Promise<void> {
    await this.folder.ensureWithin();
    const known = new Set(lanes.map(({ sessionId }) => sessionId));
    await this.folder.exclusively(`${day}.json`, async () => {
      if ((await this.open.get(day)?.isStale()) !== false) {
        this.others.set(day, await this.resume(day));
      }
      const others = this.others.get(day) ?? [];
      const all = [...others.filter(({ sessionId }) => !known.has(sessionId)), ...lanes];
      await this.open.get(day)?.write(textOf(all));
    });
    for (const old of (await this.days()).slice(0, -maxDays)) {
      await this.folder.remove(`${old}.json`);
    }
  }
}

function parseLanes(text: string): SafeRead<readonly KeptLane[]> {
  const { value, damaged } = validElements(
    dayFileSchema.parse(parseJson(text, ownJson)).lanes,
    laneSchema,
  );
  return {
    value: value.map(({ spans, ...lane }) => ({ ...lane, spans: parseSpans(spans) })),
    damaged,
  };
}

function textOf(lanes: readonly KeptLane[]): string {
  const stored = lanes.map(({ spans, ...lane }) => ({
    ...lane,
    spans: spans.flatMap(({ at, kind }) => [at, spanKinds.indexOf(kind)]),
  }));
  return JSON.stringify({ version: 1, lanes: stored });
}

function parseSpans(numbers: readonly number[]): readonly Span[] {
  const spans: Span[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [at = 0, kind = 0] = numbers.slice(index, index + 2);
    const known = spanKinds[kind];
    if (known !== undefined) spans.push({ at, kind: known });
  }
  return spans;
}
