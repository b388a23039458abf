import { isMet } from '../../../../shared/actions/facts';
import { pageAction } from '../../../../shared/actions/pageActions';
import { hasFailed, isContinuing } from '../../../../shared/presentation';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { actionById } from '../../../actions';
import { useBoard, usePage } from '../../../page';
import {
  isControlled,
  canPageActOn,
  canReceivePrompts,
} from '../../../../shared/actions/cardFacts';
import { Button } from '../../Button';

/**
 * Button that continues a session after a failed turn or a limit: when the limit resets, or now if
 * that time is unknown. On a phone, the retry of a failed turn is among the other actions instead,
 * where it requires two taps.
 */
export function RetryOffer({ session }: { readonly session: LiveSession }) {
  const page = usePage();
  const hasControl = useBoard(({ control }) => isControlled(control, session));
  const { limit, prompting } = session;
  const canRetry =
    limit === undefined ? hasFailed(session) && page.place !== 'phone' : !limit.goesOn;
  if (!hasControl || !canRetry || isContinuing(prompting)) return null;
  if (!canPageActOn(page.place, session) || !canReceivePrompts(session)) return null;
  const { when } = pageAction('continueAtReset');
  const canRetryLater = isMet(when, session, { now: page.clock.get(), mutes: [] });
  const action = actionById(canRetryLater ? 'continueAtReset' : 'retrySession');
  if (action === undefined) return null;
  return (
    <div className="retry-offer all-columns spaced anchor small">
      <Button
        primary
        name={action.nameFor(session)}
        action={action.id}
        onClick={() => action.run(page, session)}
      />
    </div>
  );
}
