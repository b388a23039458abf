import type { Bundles } from './bundles';
import type { History } from './history/history';
import type { PresetName } from './history/parameters';

/** One line of the report. Texts are ready to print. */
export interface Row {
  readonly figure: string;
  readonly measured: string;
  readonly budget?: string;
  /** The same work, done as plainly as this machine can. */
  readonly raw?: string;
  /** What another tool takes for the same. */
  readonly peer?: string;
  /** Against the peer where there is one, else against the raw limit. */
  readonly ratio?: number;
  readonly verdict: 'ok' | 'over' | 'as it is';
  /** Printed below the table. */
  readonly notes?: readonly string[];
}

/** What measurements share. */
export interface Bench {
  readonly small: boolean;
  readonly cacheFolder: string;
  readonly bundles: Bundles;
  history(kind: 'history' | 'crowd' | 'giant'): History;
  /** The path of the peer's own program. */
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
