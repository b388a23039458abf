import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { counted, t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import {
  filterKeys,
  formatToken,
  isSameToken,
  type FilterToken,
} from '../../../shared/board/filter/filterTokens';
import { countShown } from '../../layout/arrange';
import { filterChoices } from '../../layout/filterChoices';
import { focusFirstCard } from '../../keys/focus';
import { filterInputId } from '../../keys/keys';
import { useBoard, usePage, useView } from '../../page';
import { fieldKey } from '../../typing/draftKeys';
import { useField } from '../../typing/useField';
import { IconButton } from '../IconButton';
import type { MenuItem } from '../Menu';
import { MenuButton } from '../MenuButton';
import { comboboxOf, FilterOptionList } from './FilterOptionList';
import { useFilterOptions } from './useFilterOptions';

/** Maximum number of values for one key in the menu; others can be typed. */
const maxChoices = 12;

const partNames = {
  group: () => t('Group'),
  state: () => t('State'),
  project: () => t('Project'),
  branch: () => t('Branch'),
  tag: () => t('Tag'),
  worktree: () => t('Worktree'),
  machine: () => t('Machine'),
  account: () => t('Account'),
  agent: () => t('Agent'),
  pr: () => t('Pull Request'),
  tests: () => t('Tests'),
  is: () => t('Condition'),
} as const;

/** Filter box for text and tokens, with the number of hidden sessions. */
export function FilterBox() {
  const { tokens, text } = useView((state) => state.filterInput);
  const active = tokens.length > 0 || text.trim() !== '';
  const hiddenCount = useBoard((state) => state.sessions.size - countShown(state.columns));
  const { view } = usePage();
  const input = useField<HTMLInputElement>(fieldKey('filter'));
  const completion = useFilterOptions();
  useHiddenCountAnnouncement(active, hiddenCount);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (completion.press(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    switch (event.key) {
      case 'Escape':
        if (!view.clearFilter()) focusFirstCard();
        break;
      case 'Enter':
        view.typeFilter(text, true);
        focusFirstCard();
        break;
      case 'ArrowDown':
        focusFirstCard();
        break;
      case 'Backspace': {
        const last = tokens.at(-1);
        if (text !== '' || last === undefined) return;
        view.toggleToken(last);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className="filter across wraps anchor" data-active={active}>
      <Search className="icon muted" aria-hidden="true" />
      {tokens.map((token) => (
        <Chip key={formatToken(token)} token={token} />
      ))}
      <input
        ref={input}
        id={filterInputId}
        className="filter-input"
        type="text"
        aria-label={t('Filter sessions')}
        aria-keyshortcuts="/"
        placeholder={tokens.length === 0 ? t('Filter') : undefined}
        title={`${t('Text, project:, machine:, account:, branch:, state:, group:, pr:, tests: or is:')} (/)`}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          view.typeFilter(target.value);
          completion.open();
        }}
        onKeyDown={onKeyDown}
        onBlur={completion.close}
        {...comboboxOf(completion)}
      />
      <FilterOptionList {...completion} />
      {active && (
        <>
          <span className="small muted figure">{t('{0} hidden', hiddenCount)}</span>
          <IconButton
            name={t('Clear Filter')}
            Icon={X}
            onClick={() => {
              view.clearFilter();
              input.current?.focus();
            }}
          />
        </>
      )}
      <Choices />
    </search>
  );
}

function Chip({ token }: { readonly token: FilterToken }) {
  const { view } = usePage();
  const text = plainTitle(`${token.key}: ${token.value}`, 60);
  return (
    <span className="chip across-inline shrinks small text" title={text}>
      <bdi className="ellipsis">{text}</bdi>
      <button
        type="button"
        className="chip-remove rigid"
        aria-label={t('Remove {0}', text)}
        onClick={() => {
          view.toggleToken(token);
          document.getElementById(filterInputId)?.focus();
        }}
      >
        <X className="icon" aria-hidden="true" />
      </button>
    </span>
  );
}

/** Menu of the values to filter by, with the number of sessions of each. */
function Choices() {
  const tokens = useView((state) => state.filterInput.tokens);
  const { board, view } = usePage();
  const items = (): readonly MenuItem[] => {
    const choices = filterChoices(board.state.get().sessions.values(), maxChoices);
    return ['group' as const, ...filterKeys.filter((key) => key !== 'group')].flatMap((key) =>
      choices[key].map(({ token, count }, index) => ({
        id: formatToken(token),
        name: token.value,
        count,
        choice: 'many' as const,
        checked: tokens.some((one) => isSameToken(one, token)),
        ...(index === 0 && { part: partNames[key]() }),
        run: () => view.toggleToken(token),
      })),
    );
  };
  return <MenuButton name={t('Filter by')} Icon={ListFilter} items={items} />;
}

/** Announces the number of hidden sessions. */
function useHiddenCountAnnouncement(active: boolean, hiddenCount: number): void {
  const { board } = usePage();
  const wasActive = useRef(false);
  useEffect(() => {
    if (!active && !wasActive.current) return;
    wasActive.current = active;
    const text = active
      ? counted(
          hiddenCount,
          '{0} session hidden by the filter.',
          '{0} sessions hidden by the filter.',
        )
      : t('No filter.');
    board.announcer.announce(text, 'filter');
  }, [active, hiddenCount, board]);
}
