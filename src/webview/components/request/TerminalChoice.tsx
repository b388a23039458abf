import { t } from '../../../shared/words/l10n';
import { isWithoutTerminal } from '../../../shared/presentation';
import { useBoard, useHasEditor, usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly sessionId: string;
  readonly call: string;
}

/** Button that hands the request to its terminal, or takes a session without one over. */
export function TerminalChoice({ sessionId, call }: Props) {
  const { board } = usePage();
  const hasNone = useBoard(({ sessions }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && isWithoutTerminal(session);
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
    <Button
      name={t('Go to Terminal')}
      action="terminal"
      onClick={() => board.post({ type: 'answerInTerminal', sessionId, call })}
    />
  );
}
