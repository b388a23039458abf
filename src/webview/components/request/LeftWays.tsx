import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { hasTranscript } from '../../text/cardFacts';
import { usePage } from '../../page';
import { Choice } from './Choice';

interface Props {
  readonly session: LiveSession;
  readonly tabIndex: number;
}

/** Where a request is answered that cannot be answered here any more, and where to read who asks. */
export function LeftWays({ session, tabIndex }: Props) {
  const { board } = usePage();
  const { sessionId, pendingRequest } = session;
  const agentId = pendingRequest?.agentId;
  const openTranscript = (): void =>
    board.post(
      agentId === undefined
        ? { type: 'openTranscript', sessionId }
        : { type: 'openSubagentTranscript', sessionId, agentId },
    );
  return (
    <fieldset className="answer-buttons" aria-label={t('Where to go on')}>
      <Choice
        name={t('Go to Terminal')}
        action="terminal"
        tabIndex={tabIndex}
        run={() => board.post({ type: 'sessionCommand', command: 'goToTerminal', sessionId })}
      />
      {hasTranscript(session) && (
        <Choice
          name={t('Open Transcript')}
          action="openTranscript"
          tabIndex={tabIndex}
          run={openTranscript}
        />
      )}
    </fieldset>
  );
}
