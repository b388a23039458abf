import { t } from '../../../shared/words/l10n';
import { answerKey, chordLabel } from '../../keys/shortcut';
import { reveal, usePage } from '../../page';
import { Button } from '../Button';
import { TerminalChoice } from './TerminalChoice';

interface Props {
  readonly sessionId: string;
  readonly call: string;
}

/** Ways on from a card that shows the beginning of a request alone: nothing is decided by that. */
export function ShortAnswer({ sessionId, call }: Props) {
  const page = usePage();
  return (
    <div className="answer-buttons">
      <Button
        name={t('Answer…')}
        action="answer"
        shortcut={chordLabel(answerKey)}
        primary
        aria-expanded={false}
        onClick={() => reveal(page, sessionId, 'answer')}
      />
      <TerminalChoice sessionId={sessionId} call={call} />
    </div>
  );
}
