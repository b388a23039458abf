import { decisionSchema } from '../../../shared/protocol/control';

/**
 * Returns whether a decision also allows later requests: by a permission rule of the client, or by
 * accepting all edits.
 */
export function allowsLaterRequests(decision: unknown): boolean {
  const { data } = decisionSchema.safeParse(decision);
  if (data?.kind === 'approve') return data.acceptEdits;
  return data?.kind === 'allow' && (data.suggestions?.length ?? 0) > 0;
}
