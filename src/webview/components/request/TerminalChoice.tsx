import { t } from '../../../shared/words/l10n';
import { isWithoutTerminal } from '../../../shared/presentation';
import { useBoard, useHasEditor, usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly sessionId: string;
  readonly call: string;
}

/**
 * Buttons that lead to the terminal of a request, or take a session without one over. A subagent's
 * dialog is on no terminal's screen while its request is held, so that one can be given back here, but
 * not where its client shows none at all.
 */
export function TerminalChoice({ sessionId, call }: Props) {
  const { board } = usePage();
  const hasNone = useBoard(({ sessions }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && isWithoutTerminal(session);
  });
  const givesBack = useBoard(({ sessions }) => {
    const request = sessions.get(sessionId)?.pendingRequest;
    return request?.agentId !== undefined && request.onlyHere !== true;
  });
  if (!useHasEditor()) return null;
  if (hasNone) {
    return (
      <Button
        name={t('Take Over in Terminal')}
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
      {givesBack && (
        <Button
          name={t('Answer in Its Terminal')}
          action="giveBack"
          onClick={() => board.post({ type: 'handBack', sessionId, call })}
        />
      )}
    </>
  );
}
