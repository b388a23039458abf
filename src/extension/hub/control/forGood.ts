import { decisionSchema } from '../../../shared/protocol/control';

/**
 * A decision is for good where it allows later requests, too: by one of the client's rules, or as edits
 * need no permission any more.
 */
export function isForGood(decision: unknown): boolean {
  const { data } = decisionSchema.safeParse(decision);
  if (data?.kind === 'approve') return data.acceptEdits;
  return data?.kind === 'allow' && (data.suggestions?.length ?? 0) > 0;
}
