import { t } from '../../../shared/words/l10n';
import { isServed, isWithoutTerminal } from '../../../shared/presentation';
import { useBoard, useHasEditor, usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly sessionId: string;
  readonly call: string;
}

/**
 * Buttons that open a request's terminal, or take over a session without one. While a subagent's
 * request is held, no terminal shows its dialog; a button returns the request to the terminal,
 * unless the client shows no dialog at all.
 */
export function TerminalChoice({ sessionId, call }: Props) {
  const { board } = usePage();
  const hasNoTerminal = useBoard(({ sessions }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && isWithoutTerminal(session);
  });
  const isServedHere = useBoard(({ sessions }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && isServed(session);
  });
  const canHandBack = useBoard(({ sessions }) => {
    const request = sessions.get(sessionId)?.pendingRequest;
    return request?.agentId !== undefined && request.onlyHere !== true;
  });
  if (!useHasEditor()) return null;
  if (hasNoTerminal || isServedHere) {
    return (
      <Button
        name={isServedHere ? t('Open in Terminal') : t('Take Over in Terminal')}
        action="terminal"
        onClick={() => board.post({ type: 'sessionCommand', command: 'resumeSession', sessionId })}
      />
    );
  }
  return (
    <>
      <Button
        name={t('Go to Terminal')}
        action="terminal"
        onClick={() => board.post({ type: 'sessionCommand', command: 'goToTerminal', sessionId })}
      />
      {canHandBack && (
        <Button
          name={t('Answer in Its Terminal')}
          action="giveBack"
          onClick={() => board.post({ type: 'handBack', sessionId, call })}
        />
      )}
    </>
  );
}
