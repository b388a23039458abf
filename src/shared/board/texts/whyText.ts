import type { LiveSession } from '../../protocol/protocol';
import { explain, type Explanation } from '../../words/explain';
import { collisionEvidence } from './collisionText';

/** The contents of Why: the signals behind the state, then the session's collisions. */
export function whyText(
  session: Parameters<typeof explain>[0] & Pick<LiveSession, 'collisions'>,
  now: number,
): readonly Explanation[] {
  return [...explain(session, now), ...collisionEvidence(session, now)];
}
