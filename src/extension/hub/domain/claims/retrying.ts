import { stateLabel } from '../../../../shared/words/stateLabels';
import { claim, type Claim } from './claim';
import type { SessionFacts } from '../facts/session';

/** A repeated request shows a result or its next failure within this time, in ms. */
const requestMs = 60_000;

/** The claim that the client repeats a request, or waits to do so; only the transcript tells of it. */
export function retryingClaim(facts: SessionFacts, working: Claim, now: number): Claim | undefined {
  const retrying = facts.transcript?.retrying;
  if (retrying === undefined || retrying.at < working.since) return undefined;
  if (now > retrying.untilMs + requestMs) return undefined;
  const { attempt, maxRetries, at } = retrying;
  const count = maxRetries === undefined ? `${attempt}` : `${attempt} of ${maxRetries}`;
  return claim({
    kind: 'working',
    state: 'retrying',
    label: stateLabel('retrying', count),
    confidence: 0.9,
    source: 'jsonl',
    at,
    context: { event: 'api_error' },
  });
}
