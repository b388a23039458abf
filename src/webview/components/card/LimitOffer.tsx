import { isContinuing } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { actionById } from '../../actions';
import { useBoard, usePage, useView } from '../../page';
import { isControlled, isInReach, takesPrompts } from '../../text/cardFacts';
import { mayContinueLater } from '../../text/limitText';
import { Button } from '../Button';

/** Button by which a session goes on that a limit stopped: at the reset, or now where nobody knows when that is. */
export function LimitOffer({ session }: { readonly session: LiveSession }) {
  const page = usePage();
  const controlled = useBoard(({ control }) => isControlled(control, session));
  const inSight = useView(
    ({ layout, density, disclosed }) =>
      (layout === 'columns' && density === 'comfortable') ||
      disclosed.has(`details/${session.sessionId}`),
  );
  const { limit, prompting } = session;
  if (!controlled || limit === undefined || limit.goesOn || isContinuing(prompting)) return null;
  if (!inSight || !isInReach(page.place, session) || !takesPrompts(session)) return null;
  const later = mayContinueLater(session, page.clock.get());
  const action = actionById(later ? 'continueAtReset' : 'retrySession');
  if (action === undefined) return null;
  return (
    <div className="limit-offer">
      <Button
        primary
        name={action.nameFor(session)}
        action={action.id}
        onClick={() => action.run(page, session)}
      />
    </div>
  );
}
