import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import * as z from '../../../shared/protocol/schema';
import type { SafeRead } from '../../util/files/safeFile';
import { validEntries } from '../store/keptEntries';
import type { Observed } from './observed';

/** An absence of the person. */
export interface Absence {
  /** In ms since 1970. */
  readonly since: number;
  /** Cost of the day up to that time, in US dollars; undefined if it was unknown. */
  readonly usd?: number | undefined;
  /** True while the absence's digest is shown. */
  readonly isTold: boolean;
}

/** Content of `looks.json`, which lasts across restarts of the hub. */
export interface KeptLooks {
  /** All changes until this time, in ms since 1970, count as seen. */
  readonly allSeenAt: number;
  readonly absence: Absence;
  readonly sessions: readonly (readonly [string, Observed])[];
}

const time = z.number().check(z.nonnegative());

const deliveredSchema = z.object({
  at: time,
  commits: z.number(),
  pushed: z.optional(z.string()),
  pulls: z.array(z.string()),
  merged: z.array(z.string()),
});

const observedSchema = z.object({
  rest: z.enum(['running', 'blocked', 'ready', 'over']),
  changedAt: time,
  seenAt: time,
  now: z.optional(deliveredSchema),
  before: z.optional(deliveredSchema),
});

const fileSchema = z.object({
  allSeenAt: time,
  absence: z.object({ since: time, usd: z.optional(z.number()), isTold: z.boolean() }),
  sessions: z.record(z.string(), z.unknown()),
});

/** Parses the file; throws unless the text was written by `serializeLooks`. */
export function parseLooks(text: string): SafeRead<KeptLooks> {
  const { sessions, ...rest } = fileSchema.parse(parseJson(text, ownJson));
  const { value, damaged } = validEntries(JSON.stringify(sessions), observedSchema);
  return { value: { ...rest, sessions: value }, damaged };
}

export interface Seen {
  /** Last changes of the seen sessions by id, in ms since 1970. */
  readonly changedAt: ReadonlyMap<string, number>;
  readonly allSeenAt: number;
  readonly now: number;
}

/**
 * Returns the content after a person has seen sessions; those that changed in the meantime stay
 * unseen.
 */
export function seenIn(kept: KeptLooks, { changedAt, allSeenAt, now }: Seen): KeptLooks {
  return {
    ...kept,
    allSeenAt: Math.max(kept.allSeenAt, allSeenAt),
    sessions: kept.sessions.map(([id, one]) =>
      one.changedAt === changedAt.get(id)
        ? [id, { ...one, seenAt: Math.max(now, one.changedAt) }]
        : [id, one],
    ),
  };
}

export function serializeLooks({ sessions, ...rest }: KeptLooks): string {
  const kept = sessions.map(
    ([id, { ranAt: _ranAt, inherited: _inherited, found: _found, ...one }]) => [id, one],
  );
  return JSON.stringify({ ...rest, sessions: Object.fromEntries(kept) });
}
