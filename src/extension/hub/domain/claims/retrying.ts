import { stateLabel } from '../../../../shared/words/stateLabels';
import { createClaim, type Claim } from './claim';
import { currentProcess, type SessionFacts } from '../facts/session';

/** Time, in ms, within which a retried request shows a result or fails again. */
const requestMs = 60_000;

/**
 * The claim that the client retries an API request or waits to do so, which only the transcript or
 * a server shows; undefined if it does not.
 */
export function retryingClaim(facts: SessionFacts, working: Claim, now: number): Claim | undefined {
  const { retry } = currentProcess(facts) ?? {};
  const retrying = retry ?? facts.transcript?.retrying;
  if (retrying === undefined || retrying.at < working.since) return undefined;
  if (now > retrying.untilMs + requestMs) return undefined;
  const { attempt, maxRetries, at } = retrying;
  const count = maxRetries === undefined ? `${attempt}` : `${attempt} of ${maxRetries}`;
  return createClaim({
    kind: 'working',
    state: 'retrying',
    label: stateLabel('retrying', count),
    confidence: 0.9,
    source: retry === undefined ? 'jsonl' : 'registry',
    at,
    context: { event: 'api_error' },
  });
}
