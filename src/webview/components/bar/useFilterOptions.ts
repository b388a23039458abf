import { useMemo, useState, type KeyboardEvent } from 'react';
import { filterCompletions, type FilterCompletion } from '../../layout/filterCompletions';
import { useBoard, usePage, useView } from '../../page';

/** The completions below the filter and their keyboard handling. */
export interface FilterOptions {
  readonly options: readonly FilterCompletion[];
  /** Index of the option that Enter accepts; -1 if Enter accepts the text as typed. */
  readonly at: number;
  /** Opens the list; it then follows the typed text until it is closed. */
  readonly open: () => void;
  readonly close: () => void;
  readonly acceptOption: (option: FilterCompletion) => void;
  /** True if the list handled the key. */
  readonly press: (event: KeyboardEvent) => boolean;
}

const none: readonly FilterCompletion[] = [];

export function useFilterOptions(): FilterOptions {
  const { tokens, text } = useView((state) => state.filterInput);
  const sessions = useBoard((state) => state.sessions);
  const { view } = usePage();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const options = useMemo(
    () => (isOpen ? filterCompletions(text, tokens, sessions.values()) : none),
    [isOpen, text, tokens, sessions],
  );
  const at = options.findIndex(({ name }) => name === chosen);

  const show = (open: boolean) => {
    setOpen(open);
    setChosen(undefined);
  };
  const acceptOption = ({ text: rest, token }: FilterCompletion) => {
    if (token === undefined) view.typeFilter(rest);
    else view.completeFilter(token, rest);
    show(token === undefined);
  };
  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const [first] = options;
    if (first === undefined || shiftKey) return false;
    const { length } = options;
    switch (key) {
      case 'ArrowDown':
        setChosen(options[(at + 1) % length]?.name);
        return true;
      case 'ArrowUp':
        setChosen(options[(at <= 0 ? length : at) - 1]?.name);
        return true;
      case 'Escape':
        show(false);
        return true;
      case 'Tab':
        acceptOption(options[at] ?? first);
        return true;
      case 'Enter': {
        const option = options[at];
        if (option === undefined) show(false);
        else acceptOption(option);
        return option !== undefined;
      }
      default:
        return false;
    }
  };
  return { options, at, open: () => show(true), close: () => show(false), acceptOption, press };
}
