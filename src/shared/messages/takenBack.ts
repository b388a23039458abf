import { lastUpTo } from '../lastUpTo';

/** A branch of a conversation that a person left by going back and asking something else. */
export interface TakenBack {
  /** Byte at which its first line begins. */
  readonly from: number;
  /** Byte at which the first line behind it begins. */
  readonly to: number;
  /** Its first prompt, foreign text on one line; empty where that has no words. */
  readonly text: string;
}

/** The branch, of those in file order, that holds the line at a byte of the file. */
export function branchAt(branches: readonly TakenBack[], at: number): TakenBack | undefined {
  const branch = lastUpTo(branches, ({ from }) => from > at);
  return branch !== undefined && at < branch.to ? branch : undefined;
}
