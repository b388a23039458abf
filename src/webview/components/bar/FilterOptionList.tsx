import { t } from '../../../shared/words/l10n';
import type { FilterOptions } from './useFilterOptions';

const listId = 'filter-options';

/**
 * ARIA roles of the list and its rows. A `datalist` could neither show counts nor look like the
 * editor's lists.
 */
const roles = { list: { role: 'listbox' }, option: { role: 'option' } } as const;

/** ARIA attributes that connect the field with the list for screen readers. */
export function comboboxOf({ options, at }: FilterOptions) {
  const isOpen = options.length > 0;
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': at < 0 ? undefined : idOf(at),
  } as const;
}

/** Completions below the filter's field, which keeps the focus. */
export function FilterOptionList({ options, at, acceptOption }: FilterOptions) {
  if (options.length === 0) return null;
  return (
    <div
      id={listId}
      className="filter-options scrolls"
      {...roles.list}
      aria-label={t('Completions')}
      // Prevents a press from moving the focus out of the field.
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={option.name}
          ref={index === at ? scrollIntoSight : undefined}
          id={idOf(index)}
          className="menu-item across gap-8 wide rounded"
          {...roles.option}
          aria-selected={index === at}
          onPointerUp={() => acceptOption(option)}
        >
          <bdi className="grows ellipsis">{option.name}</bdi>
          {option.count !== undefined && (
            <span className="menu-count muted figure">{option.count}</span>
          )}
        </div>
      ))}
    </div>
  );
}

function scrollIntoSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function idOf(index: number): string {
  return `filter-option-${index}`;
}
