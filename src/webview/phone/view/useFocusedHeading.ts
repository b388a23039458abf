import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the heading of a new screen and sets the document's title. */
export function useFocusedHeading(name: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = name;
  }, [name]);
  return heading;
}
