import { t } from '../../../shared/words/l10n';
import { isWithoutTerminal } from '../../../shared/presentation';
import { useBoard, usePage } from '../../page';
import { Choice } from './Choice';

interface Props {
  readonly sessionId: string;
  readonly call: string;
  readonly tabIndex: number;
}

/** Leaves the request to the session's terminal, and goes there; one that has none is taken over in one. */
export function TerminalChoice({ sessionId, call, tabIndex }: Props) {
  const { board } = usePage();
  const hasNone = useBoard(({ sessions }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && isWithoutTerminal(session);
  });
  if (hasNone) {
    return (
      <Choice
        name={t('Take Over in Terminal')}
        action="terminal"
        tabIndex={tabIndex}
        run={() => board.post({ type: 'sessionCommand', command: 'resumeSession', sessionId })}
      />
    );
  }
  return (
    <Choice
      name={t('Go to Terminal')}
      action="terminal"
      tabIndex={tabIndex}
      run={() => board.post({ type: 'answerInTerminal', sessionId, call })}
    />
  );
}
