/** Limits of a grant: its duration in ms, its uses, and the words of a beginning. */
export const grantLimits = {
  minMs: 60_000,
  /** Applies to each grant, also to one that a person gave until the end of the session. */
  maxMs: 24 * 60 * 60_000,
  /** Applies to each grant, also to one whose uses are not limited. */
  maxUses: 1_000,
  words: 8,
  /** Maximum number of living grants. */
  grants: 100,
} as const;
