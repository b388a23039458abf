import { t } from '../../../shared/words/l10n';
import { isServed } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { hasTranscript } from '../../../shared/board/hasTranscript';
import { useHasEditor, usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly session: LiveSession;
}

/** Links for a request that can no longer be answered here: to its terminal or its transcript. */
export function FallbackLinks({ session }: Props) {
  const { board, place } = usePage();
  const { sessionId, pendingRequest } = session;
  const hasEditor = useHasEditor();
  const command = isServed(session) ? 'resumeSession' : 'goToTerminal';
  const agentId = pendingRequest?.agentId;
  // On the session's own transcript page, the button would lead to the same page.
  const showsTranscriptLink =
    hasTranscript(session) && (place !== 'transcript' || agentId !== undefined);
  const openTranscript = (): void =>
    board.post(
      agentId === undefined
        ? { type: 'openTranscript', sessionId }
        : { type: 'openSubagentTranscript', sessionId, agentId },
    );
  if (!hasEditor) return null;
  return (
    <fieldset className="answer-buttons across wraps gap-4-6" aria-label={t('Continue where?')}>
      <Button
        name={isServed(session) ? t('Open in Terminal') : t('Go to Terminal')}
        action="terminal"
        onClick={() => board.post({ type: 'sessionCommand', command, sessionId })}
      />
      {showsTranscriptLink && (
        <Button name={t('Open Transcript')} action="openTranscript" onClick={openTranscript} />
      )}
    </fieldset>
  );
}
