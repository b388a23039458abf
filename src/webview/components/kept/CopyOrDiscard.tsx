import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';
import { Button } from '../Button';

interface Props {
  readonly words: string;
  readonly onDiscard: () => void;
}

/** Buttons for a text that cannot be sent. */
export function CopyOrDiscard({ words, onDiscard }: Props) {
  const { board } = usePage();
  const copy = async () => {
    await navigator.clipboard.writeText(words);
    board.announcer.announce(t('Copied.'));
  };
  return (
    <>
      <Button name={t('Copy')} action="copyWords" onClick={() => void copy()} />
      <Button name={t('Discard')} action="discardWords" onClick={onDiscard} />
    </>
  );
}
