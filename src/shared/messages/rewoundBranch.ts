import { lastUpTo } from '../lastUpTo';

/** A conversation branch that a person abandoned by rewinding and sending a different prompt. */
export interface RewoundBranch {
  /** Byte offset of its first line. */
  readonly from: number;
  /** Byte offset of the first line after it. */
  readonly to: number;
  /** Its first prompt, untrusted text on one line; empty if the prompt has no text. */
  readonly text: string;
}

/** The branch that contains the line at a byte offset; `branches` are in file order. */
export function branchAt(
  branches: readonly RewoundBranch[],
  at: number,
): RewoundBranch | undefined {
  const branch = lastUpTo(branches, ({ from }) => from > at);
  return branch !== undefined && at < branch.to ? branch : undefined;
}
