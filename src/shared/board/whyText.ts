import type { LiveSession } from '../protocol/protocol';
import { explain, type Explanation } from '../words/explain';
import { collisionEvidence } from './collisionText';

/** All that Why says of a session: the signals behind its state, then its collisions. */
export function whyText(
  session: Parameters<typeof explain>[0] & Pick<LiveSession, 'collisions'>,
  now: number,
): readonly Explanation[] {
  return [...explain(session, now), ...collisionEvidence(session, now)];
}
