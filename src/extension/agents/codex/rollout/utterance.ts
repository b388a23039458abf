import type { CallResult, Utterance } from '../../transcripts/entry';

/** A prompt of a person, or results of calls. */
export function utterance(content: string, results: readonly CallResult[] = []): Utterance {
  const author = results.length > 0 ? 'client' : 'person';
  return { content, results, isMeta: false, isSummary: false, queued: false, author };
}
