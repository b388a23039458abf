import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import * as z from '../../../shared/protocol/schema';
import type { SafeRead } from '../../util/files/safeFile';
import type { Boot } from '../ingest/boot';
import { validElements } from '../store/keptEntries';
import type { SessionRun } from './fate';

/** Content of `stranded.json`, which a hub writes for the next one. */
export interface StrandedFileContent {
  readonly boot: Boot;
  /** Id of the host on which the sessions ran; undefined in files of older versions. */
  readonly host?: string | undefined;
  /** Time of writing, in ms since 1970: all sessions that started earlier are included. */
  readonly at: number;
  /** Running sessions, and those that ended a moment ago. */
  readonly ran: readonly SessionRun[];
  /** The stranded sessions, with the time at which they ended. */
  readonly stranded: readonly StrandedEntry[];
}

export interface StrandedEntry {
  readonly sessionId: string;
  readonly downAt: number;
}

const id = z.string().check(z.minLength(1), z.maxLength(600));

const ranSchema = z.object({
  sessionId: id,
  pid: z.number().check(z.int()),
  procStart: z.optional(z.string()),
  window: z.optional(z.string()),
  gone: z.optional(z.object({ at: z.number(), how: z.enum(['exited', 'killed']) })),
});

const entrySchema = z.object({ sessionId: id, downAt: z.number() });

const fileSchema = z.object({
  boot: z.object({ id: z.optional(z.string()), at: z.number() }),
  host: z.optional(z.string()),
  at: z.number(),
  ran: z.array(z.unknown()),
  stranded: z.array(z.unknown()),
});

/** Parses the file; throws unless the text was written by `serializeStranded`. */
export function parseStranded(text: string): SafeRead<StrandedFileContent> {
  const { boot, host, at, ...lists } = fileSchema.parse(parseJson(text, ownJson));
  const ran = validElements(lists.ran, ranSchema);
  const stranded = validElements(lists.stranded, entrySchema);
  return {
    value: { boot, host, at, ran: ran.value, stranded: stranded.value },
    damaged: ran.damaged + stranded.damaged,
  };
}

export function serializeStranded(kept: StrandedFileContent): string {
  return JSON.stringify(kept);
}
