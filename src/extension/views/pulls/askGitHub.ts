import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../../../shared/text/boundedJson';
import type { PullAnswer } from '../../../shared/protocol/layers/pulls';
import { checksOf, pullNews } from '../../../shared/pullReading';
import type { Order } from '../../../shared/protocol/windows';
import { postJson } from './postJson';

export type AskedPull = Omit<Extract<Order, { type: 'readPull' }>, 'type' | 'order'>;

export interface GitHubReach {
  readonly token: string;
  /** Base URL of the API; tests replace it. */
  readonly base?: string;
  readonly now?: () => number;
}

const query = `query($owner: String!, $repository: String!, $number: Int!) {
  repository(owner: $owner, name: $repository) {
    pullRequest(number: $number) {
      state isDraft reviewDecision
      commits(last: 1) { nodes { commit { statusCheckRollup { state } } } }
    }
  }
}`;

/** Requests one pull request from GitHub's GraphQL API. Never rejects. */
export async function askGitHub(
  { owner, repository, number }: AskedPull,
  { token, base = 'https://api.github.com', now = Date.now }: GitHubReach,
): Promise<PullAnswer> {
  try {
    const variables = { owner, repository, number };
    const posted = { authorization: `Bearer ${token}` };
    const answer = await postJson(`${base}/graphql`, posted, { query, variables });
    const { status, headers, text } = answer;
    if (status === 401) return { kind: 'unable', why: 'noSignIn' };
    if (status === 429 || status === 403) return limited(headers, now());
    return status === 200 ? readAnswer(parseJson(text), headers, now()) : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

function readAnswer(value: unknown, headers: IncomingHttpHeaders, now: number): PullAnswer {
  const types = itemsAt(value, 'errors').map((error) => valueAt(error, 'type'));
  if (types.includes('RATE_LIMITED')) return limited(headers, now);
  const pull = valueAt(value, 'data', 'repository', 'pullRequest');
  if (typeof pull !== 'object' || pull === null) {
    return { kind: types.length > 0 || pull === null ? 'missing' : 'failed' };
  }
  const [commit] = itemsAt(valueAt(pull, 'commits'), 'nodes');
  const rollup = valueAt(commit, 'commit', 'statusCheckRollup', 'state');
  const news = pullNews(pull, checksOf(rollup === undefined ? [] : [rollup]));
  return news === undefined ? { kind: 'failed' } : { kind: 'news', news };
}

/**
 * Answer for an exhausted rate limit, with the time at which requests are allowed again if the
 * headers contain it.
 */
function limited(headers: IncomingHttpHeaders, now: number): PullAnswer {
  const after = Number(headers['retry-after'] ?? Number.NaN) * 1_000;
  const isSpent = headers['x-ratelimit-remaining'] === '0';
  const reset = isSpent ? Number(headers['x-ratelimit-reset']) * 1_000 : Number.NaN;
  const until = Number.isFinite(after) ? now + after : reset;
  return Number.isFinite(until) && until > now ? { kind: 'limited', until } : { kind: 'limited' };
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}

function itemsAt(value: unknown, name: string): readonly unknown[] {
  const items = valueAt(value, name);
  return Array.isArray(items) ? items : [];
}
