import { useEffect, useState } from 'react';

/**
 * Holds a style sheet of the page's folder while a screen is open; true once it applies. The sheet of
 * transcripts speaks of all that it finds, so it must not outlive them.
 */
export function useStyle(name: string): boolean {
  const [applies, setApplies] = useState(false);
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = name;
    const done = (): void => setApplies(true);
    link.addEventListener('load', done);
    link.addEventListener('error', done); // A text without its dress can be read.
    document.head.append(link);
    return () => link.remove();
  }, [name]);
  return applies;
}
