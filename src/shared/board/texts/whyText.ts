import type { LiveSession } from '../../protocol/protocol';
import { explain, type Explanation } from '../../words/explain';
import { collisionEvidence } from './collisionText';

/** The lines of the view Why: the signals behind the state, then the collisions of the session. */
export function whyText(
  session: Parameters<typeof explain>[0] & Pick<LiveSession, 'collisions'>,
  now: number,
): readonly Explanation[] {
  return [...explain(session, now), ...collisionEvidence(session, now)];
}
