import { useEffect, useRef, type RefObject } from 'react';

/** The heading of a screen that came: the focus is on it, and the window has its name. */
export function useFocusedHeading(name: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = name;
  }, [name]);
  return heading;
}
