import { readdir } from 'node:fs/promises';
import * as z from '../../shared/schema';
import { spanKinds } from '../../shared/protocol';
import type { PrivateFolder } from '../util/privateFolder';
import type { Span } from './domain/spans';

/** A session and what it did. */
export interface Lane {
  readonly sessionId: string;
  readonly title: string;
  readonly projectName: string;
  readonly spans: readonly Span[];
}

const keptDays = 31;
const fileName = /^(\d{4}-\d\d-\d\d)\.json$/u;

const dayFileSchema = z.object({
  version: z.literal(1),
  lanes: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      projectName: z.string(),
      /** Times and kinds in turn: small, and quick to write again and again. */
      spans: z.array(z.number()),
    }),
  ),
});

/** What the sessions did, a file for each local day; private, and no more than a month of them. */
export class DayFiles {
  constructor(private readonly folder: PrivateFolder) {}

  /** `2026-03-02`, the oldest first. */
  async days(): Promise<readonly string[]> {
    const names = await readdir(this.folder.path).catch(() => []);
    return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
  }

  /** Empty where there is no such day. Throws for a file that is none of ours. */
  async read(day: string): Promise<readonly Lane[]> {
    const text = await this.folder.read(`${day}.json`);
    if (text === undefined) return [];
    return dayFileSchema.parse(JSON.parse(text)).lanes.map(({ spans, ...lane }) => ({
      ...lane,
      spans: pairs(spans),
    }));
  }

  async write(day: string, lanes: readonly Lane[]): Promise<void> {
    await this.folder.ensureWithin();
    const stored = lanes.map(({ spans, ...lane }) => ({
      ...lane,
      spans: spans.flatMap(({ at, kind }) => [at, spanKinds.indexOf(kind)]),
    }));
    await this.folder.write(`${day}.json`, JSON.stringify({ version: 1, lanes: stored }));
    for (const old of (await this.days()).slice(0, -keptDays)) {
      await this.folder.remove(`${old}.json`);
    }
  }
}

function pairs(numbers: readonly number[]): readonly Span[] {
  const spans: Span[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [at = 0, kind = 0] = numbers.slice(index, index + 2);
    const known = spanKinds[kind];
    if (known !== undefined) spans.push({ at, kind: known });
  }
  return spans;
}
