import { useLayoutEffect, useRef, type RefObject } from 'react';
import { usePage } from '../page';
import type { Field } from './fields';

/** Keeps the focus and the caret of a text field over the life of its element. */
export function useField<Element extends Field>(field: string): RefObject<Element | null> {
  const { fields } = usePage();
  const element = useRef<Element>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : fields.arrive(field, element.current)),
    [fields, field],
  );
  return element;
}

/** Tells that a card shows a draft, in the form it belongs to or where it is kept. */
export function useShown(draft: string, where: 'form' | 'kept' | 'tray' = 'form'): void {
  const { fields } = usePage();
  useLayoutEffect(
    () => (where === 'tray' ? undefined : fields.show(draft, where === 'form')),
    [fields, draft, where],
  );
}
