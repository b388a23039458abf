import { t } from '../../../../shared/words/l10n';
import {
  isOfAccount,
  isAway,
  machineName,
  machineText,
} from '../../../../shared/board/texts/machineText';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { RequestInFull } from '../../../components/card/RequestInFull';
import { AnswerPanel } from '../../../components/request/AnswerPanel';
import { useBoard, usePage } from '../../../page';
import { isControlled } from '../../../../shared/actions/cardFacts';
import { usePhoneState, useIsWatchOnly } from '../phone';

/**
 * A session's request with its machine, and buttons to answer it; read-only if this phone may not
 * answer.
 */
export function CardRequest({ session }: { readonly session: LiveSession }) {
  const { pendingRequest } = session;
  const isWatchOnly = useIsWatchOnly();
  const hubMachine = usePhoneState((state) => state.machine);
  const machine = machineName(session) || hubMachine;
  const { clock } = usePage();
  const hasControl = useBoard(({ control }) => isControlled(control, session));
  if (pendingRequest === undefined) return null;
  const answers = !isWatchOnly && hasControl && pendingRequest.call !== undefined;
  return (
    <section className="whole-request stack gap-8" aria-labelledby="request-name">
      <h3 id="request-name" className="visually-hidden">
        {t('Request')}
      </h3>
      {machine !== undefined && (
        <p className="request-machine small muted">
          {isOfAccount(session) ? t('Account {0}', machine) : t('On {0}', machine)}
        </p>
      )}
      {!answers && <RequestInFull session={session} />}
      {isWatchOnly ? (
        <p className="answer-note small muted">
          {t(
            'This phone may only watch. Answering is switched on at the computer, in Manage Phones.',
          )}
        </p>
      ) : isAway(session) ? (
        <p className="answer-note small muted">{machineText(session, clock.get())?.tooltip}</p>
      ) : (
        <AnswerPanel session={session} />
      )}
    </section>
  );
}
