import type { PullNews } from './protocol/layers/pulls';

/**
 * Fields of a pull request that GitHub's GraphQL API and `gh` name alike; their values are
 * unchecked.
 */
export interface PullFields {
  readonly state?: unknown;
  readonly isDraft?: unknown;
  readonly reviewDecision?: unknown;
}

const reviews: ReadonlyMap<unknown, PullNews['review']> = new Map([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes_requested'],
  ['REVIEW_REQUIRED', 'required'],
]);

/** Parses the state of a pull request; undefined if the fields contain no known state. */
export function pullNews(fields: PullFields, checks: PullNews['checks']): PullNews | undefined {
  const state = stateOf(fields);
  if (state === undefined) return undefined;
  const review = reviews.get(fields.reviewDecision);
  return {
    state,
    ...(review !== undefined && { review }),
    ...(checks !== undefined && { checks }),
  };
}

function stateOf({ state, isDraft }: PullFields): PullNews['state'] {
  if (state === 'MERGED') return 'merged';
  if (state === 'CLOSED') return 'closed';
  if (state !== 'OPEN') return undefined;
  return isDraft === true ? 'draft' : 'open';
}

const failures = new Set([
  'FAILURE',
  'ERROR',
  'TIMED_OUT',
  'CANCELLED',
  'ACTION_REQUIRED',
  'STARTUP_FAILURE',
]);
const successes = new Set(['SUCCESS', 'NEUTRAL', 'SKIPPED']);

/**
 * Combined result of all checks of a pull request, from the status that GitHub reports for each. A
 * failed check outranks a running one.
 */
export function checksOf(results: readonly unknown[]): PullNews['checks'] {
  if (results.length === 0) return undefined;
  const all = results.map(String);
  if (all.some((result) => failures.has(result))) return 'failing';
  return all.every((result) => successes.has(result)) ? 'passing' : 'pending';
}
