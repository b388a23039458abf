import { createHash } from 'node:crypto';

/** Counts up when the same parameters give other bytes. */
const generatorVersion = 2;

/** Everything that decides what a history holds: the same parameters give the same bytes. */
export interface HistoryParameters {
  readonly seed: string;
  readonly sessions: number;
  /** Of all files together; met within a few percent. */
  readonly bytes: number;
  /** The last moment, ms since 1970; the day that it is in is today. */
  readonly until: number;
  readonly days: number;
  /** Whose midnights matter: those of the process that generates. */
  readonly timeZone: string;
  /** Size of tool output against a real day's; less means more messages in the same bytes. */
  readonly resultScale: number;
}

export type HistoryPreset = Pick<HistoryParameters, 'sessions' | 'bytes' | 'resultScale'>;

export const presets = {
  full: { sessions: 3_000, bytes: 1_000_000_000, resultScale: 1 },
  small: { sessions: 300, bytes: 50_000_000, resultScale: 1 },
  /** Many sessions: for memory. */
  crowd: { sessions: 10_000, bytes: 1_000_000_000, resultScale: 0.3 },
  smallCrowd: { sessions: 1_000, bytes: 60_000_000, resultScale: 0.3 },
  /** One transcript that never ends. */
  giant: { sessions: 1, bytes: 500_000_000, resultScale: 1 },
  smallGiant: { sessions: 1, bytes: 50_000_000, resultScale: 1 },
} as const satisfies Readonly<Record<string, HistoryPreset>>;

export type PresetName = keyof typeof presets;

/** A history that ends at this minute, on this machine's calendar. */
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
