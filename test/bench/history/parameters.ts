import { createHash } from 'node:crypto';

/** Must be incremented when the generator writes different bytes for the same parameters. */
const generatorVersion = 2;

/** The parameters of a history. The same parameters give the same bytes. */
export interface HistoryParameters {
  readonly seed: string;
  readonly sessions: number;
  /** Total size of all files; the result is within a few percent of it. */
  readonly bytes: number;
  /** End of the history in ms since 1970; its day counts as today. */
  readonly until: number;
  readonly days: number;
  /** Time zone of the generating process, which determines the days. */
  readonly timeZone: string;
  /**
   * Factor for the size of tool results, 1 for a realistic size. A smaller factor gives more
   * messages in the same number of bytes.
   */
  readonly resultScale: number;
}

export type HistoryPreset = Pick<HistoryParameters, 'sessions' | 'bytes' | 'resultScale'>;

export const presets = {
  full: { sessions: 3_000, bytes: 1_000_000_000, resultScale: 1 },
  small: { sessions: 300, bytes: 50_000_000, resultScale: 1 },
  /** Many sessions, for measurements of memory. */
  crowd: { sessions: 10_000, bytes: 1_000_000_000, resultScale: 0.3 },
  smallCrowd: { sessions: 1_000, bytes: 60_000_000, resultScale: 0.3 },
  /** One session with a very long transcript. */
  giant: { sessions: 1, bytes: 500_000_000, resultScale: 1 },
  smallGiant: { sessions: 1, bytes: 50_000_000, resultScale: 1 },
} as const satisfies Readonly<Record<string, HistoryPreset>>;

export type PresetName = keyof typeof presets;

/** Parameters of a history that ends at the current minute, in the local time zone. */
export function parametersOf(preset: HistoryPreset, now: number): HistoryParameters {
  return {
    seed: 'mission control',
    ...preset,
    until: now - (now % 60_000),
    days: 60,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

export function folderName(parameters: HistoryParameters): string {
  const text = JSON.stringify([generatorVersion, parameters]);
  return `history-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}
