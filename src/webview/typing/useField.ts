import { useLayoutEffect, useRef, type RefObject } from 'react';
import { usePage } from '../page';
import type { Field } from './fields';

/** Keeps focus and selection of a text field when its element is replaced. */
export function useField<Element extends Field>(field: string): RefObject<Element | null> {
  const { fields } = usePage();
  const element = useRef<Element>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : fields.register(field, element.current)),
    [fields, field],
  );
  return element;
}

/**
 * Registers that a draft is shown, in its form or as unsent text on a card (`kept`). The `tray`
 * above the board does not count, because it shows only drafts that are shown nowhere else.
 */
export function useShownDraft(draft: string, where: 'form' | 'kept' | 'tray' = 'form'): void {
  const { fields } = usePage();
  useLayoutEffect(
    () => (where === 'tray' ? undefined : fields.show(draft, where === 'form')),
    [fields, draft, where],
  );
}
