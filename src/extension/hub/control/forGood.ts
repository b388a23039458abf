import { decisionSchema } from '../../../shared/protocol/control';

/** A decision is for good where it also takes one of the client's rules, which allows later requests. */
export function isForGood(decision: unknown): boolean {
  const { data } = decisionSchema.safeParse(decision);
  return data?.kind === 'allow' && (data.suggestions?.length ?? 0) > 0;
}
