import { ArrowDown, ArrowUp, CaseSensitive, X } from 'lucide-react';
import { language, t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import { closeFind } from '../keys';
import { maxFindLength } from '../../../shared/text/searchWords';
import type { FindState } from '../find';
import { useFind, useReader } from '../reader';

/** Search bar; it searches the complete file, not only the loaded part. */
export function FindBar() {
  const reader = useReader();
  const { find } = reader;
  const state = useFind((value) => value);
  if (!state.open) return null;
  const none = state.places.length === 0;
  return (
    <search className="find">
      <input
        className="find-input"
        type="text"
        aria-label={t('Find in the whole transcript')}
        placeholder={t('Find in the whole transcript')}
        maxLength={maxFindLength}
        spellCheck={false}
        value={state.text}
        onChange={({ target }) => find.setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          find.move(event.shiftKey ? -1 : 1);
        }}
      />
      <ToolButton
        name={t('Match Case')}
        Icon={CaseSensitive}
        aria-pressed={state.matchCase}
        onClick={() => find.setMatchCase(!state.matchCase)}
      />
      <output className="find-count figure" data-none={none && state.done && state.text !== ''}>
        {matchCountText(state)}
      </output>
      <ToolButton
        name={t('Previous Match')}
        Icon={ArrowUp}
        title={t('Previous Match (Shift+Enter)')}
        disabled={none}
        onClick={() => find.move(-1)}
      />
      <ToolButton
        name={t('Next Match')}
        Icon={ArrowDown}
        title={t('Next Match (Enter)')}
        disabled={none}
        onClick={() => find.move(1)}
      />
      <ToolButton
        name={t('Close')}
        Icon={X}
        title={t('Close (Escape)')}
        onClick={() => closeFind(reader)}
      />
    </search>
  );
}

function matchCountText({ text, places, done, capped, at }: FindState): string {
  if (text === '') return '';
  const count = `${places.length.toLocaleString(language())}${capped ? '+' : ''}`;
  if (!done) return places.length === 0 ? t('Looking…') : `${count}…`;
  if (places.length === 0) return t('No results');
  return at < 0 ? count : t('{0} of {1}', (at + 1).toLocaleString(language()), count);
}
