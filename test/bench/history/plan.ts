import * as path from 'node:path';
import { Random } from '../../support/random';
import { happens, pick, pickWeighted, powerLaw, shuffle } from './chance';
import { mainModels } from './models';
import type { HistoryParameters } from './parameters';

/** Age of the client that wrote a session; older clients write lines in a different format. */
export type Era = 'current' | 'older';

/** The properties of a session that is to be written. */
export interface SessionPlan {
  readonly seed: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly branch: string;
  readonly era: Era;
  readonly version: string;
  readonly entrypoint: string;
  readonly model: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Total size of the session's files. */
  readonly bytes: number;
  readonly agents: number;
  /** The session of which this one is a fork. */
  readonly forkOf: SessionPlan | undefined;
}

const projects =
  'web-shop api-server billing mobile-app data-pipeline design-system docs-site infra search.service my_tools größe notes'
    .split(' ')
    .map((name) => `/home/dev/work/${name}`);
const branches = ['main', 'main', 'feature/size-guide', 'fix/double-submit', 'chore/deps', ''];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Exponent of the power law of session sizes: of 3,000 sessions, the largest is over a thousand
 * times as large as the smallest.
 */
const sizeAlpha = 1.2;
/**
 * Minimum size of a session of the current client, which starts each session with about 120 kB of
 * its own lines.
 */
const currentFromBytes = 160_000;
const largestForkedBytes = 3_000_000;

export function planSessions(parameters: HistoryParameters): readonly SessionPlan[] {
  const random = new Random(parameters.seed);
  const plans: SessionPlan[] = [];
  for (const [index, bytes] of sizes(parameters, random).entries()) {
    const isCurrent = bytes >= currentFromBytes && happens(random, 0.6);
    const original = isCurrent && happens(random, 0.2) ? forkable(random, plans) : undefined;
    const times = timesOf(parameters, random, bytes, original);
    plans.push({
      seed: `${parameters.seed} ${index}`,
      sessionId: random.uuid(),
      cwd: original?.cwd ?? pick(random, projects),
      branch: original?.branch ?? pick(random, branches),
      era: isCurrent ? 'current' : 'older',
      version: isCurrent ? '2.1.329' : pick(random, ['2.1.207', '2.1.85', '2.1.27']),
      entrypoint: pickWeighted(random, [
        ['cli', 90],
        ['sdk-ts', 5],
        ['claude-vscode', 5],
      ]),
      model: pickWeighted(random, mainModels),
      ...times,
      bytes,
      agents: bytes > 200_000 && happens(random, 0.4) ? powerLaw(random, 1, 20, 1) : 0,
      forkOf: original,
    });
  }
  return plans;
}

export function transcriptOf(projectsFolder: string, plan: SessionPlan): string {
  const slug = plan.cwd.replace(/[^A-Za-z0-9]/g, '-');
  return path.join(projectsFolder, slug, `${plan.sessionId}.jsonl`);
}

/**
 * Sizes of the sessions in random order. They are exact quantiles of the distribution instead of
 * random draws, so that every history contains huge sessions.
 */
function sizes({ sessions, bytes }: HistoryParameters, random: Random): number[] {
  const weights = Array.from(
    { length: sessions },
    (_, index) => ((index + 0.5) / sessions) ** (-1 / sizeAlpha),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return shuffle(
    random,
    weights.map((weight) => Math.round((weight / sum) * bytes)),
  );
}

function forkable(random: Random, plans: readonly SessionPlan[]): SessionPlan | undefined {
  const candidates = plans.filter(
    ({ era, bytes }) => era === 'current' && bytes < largestForkedBytes,
  );
  return candidates.length === 0 ? undefined : pick(random, candidates);
}

function timesOf(
  { until, days }: HistoryParameters,
  random: Random,
  bytes: number,
  original: SessionPlan | undefined,
): { startsAt: number; endsAt: number } {
  const lasts = Math.min(3 * day, (bytes / 9_000) * random.between(8_000, 40_000) + 2 * minute);
  let endsAt = endOf(until, days, random);
  if (original !== undefined) endsAt = Math.min(until, Math.max(endsAt, original.endsAt + lasts));
  return { startsAt: Math.max(endsAt - lasts, until - days * day), endsAt };
}

function endOf(until: number, days: number, random: Random): number {
  const today = startOfDay(until, 0);
  const kind = random.next();
  if (kind < 0.04) return today + random.next() * (until - today);
  const age = kind < 0.4 ? random.between(1, 7) : random.between(1, days - 2);
  // Some sessions end after midnight; most end by the evening.
  return kind > 0.92
    ? startOfDay(until, age) + random.between(1, 40) * minute
    : startOfDay(until, age) + random.between(8 * hour, 23 * hour);
}

/**
 * Local midnight at the start of the day that is `daysBefore` days before a time. Days may have 23
 * or 25 hours.
 */
export function startOfDay(moment: number, daysBefore: number): number {
  const date = new Date(moment);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
