import type { Bundles } from './bundles';
import type { History } from './history/history';
import type { PresetName } from './history/parameters';

/** One row of the report. The texts are ready to be printed. */
export interface Row {
  readonly figure: string;
  readonly measured: string;
  readonly budget?: string;
  /** The raw limit: the time of the same work in its simplest form on this machine. */
  readonly raw?: string;
  /** The time that another tool takes for the same work. */
  readonly peer?: string;
  /** Ratio of the measured value to that of the peer; without a peer, to the raw limit. */
  readonly ratio?: number;
  readonly verdict: 'ok' | 'over' | 'as it is';
  /** Sentences that are printed below the table. */
  readonly notes?: readonly string[];
}

/** The environment of the measurements. */
export interface Bench {
  readonly small: boolean;
  readonly cacheFolder: string;
  readonly bundles: Bundles;
  history(kind: 'history' | 'crowd' | 'giant'): History;
  /** Installs the peer if necessary; returns the path of its program. */
  peer(): Promise<string>;
  say(text: string): void;
}

export interface Measurement {
  readonly name: string;
  measure(bench: Bench): Promise<readonly Row[]>;
}

export const presetNames = {
  full: { history: 'full', crowd: 'crowd', giant: 'giant' },
  small: { history: 'small', crowd: 'smallCrowd', giant: 'smallGiant' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PresetName>>>>;

export function verdict(isWithin: boolean): Row['verdict'] {
  return isWithin ? 'ok' : 'over';
}
