import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';

interface Props {
  readonly words: string;
  readonly tabIndex: number;
  readonly onDiscard: () => void;
}

/** What can be done with words that cannot be sent. */
export function CopyOrDiscard({ words, tabIndex, onDiscard }: Props) {
  const { board } = usePage();
  const copy = async () => {
    await navigator.clipboard.writeText(words);
    board.announcer.say(t('Copied.'));
  };
  const common = { type: 'button', className: 'secondary', tabIndex } as const;
  return (
    <>
      <button {...common} data-action="copyWords" onClick={() => void copy()}>
        {t('Copy')}
      </button>
      <button {...common} data-action="discardWords" onClick={onDiscard}>
        {t('Discard')}
      </button>
    </>
  );
}
