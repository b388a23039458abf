import { useEffect, useState } from 'react';

/**
 * Loads a style sheet of the page while a screen is open; true once it applies. It is removed
 * afterwards, because the transcript's style sheet has global selectors.
 */
export function useStyle(name: string): boolean {
  const [applies, setApplies] = useState(false);
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = name;
    const done = (): void => setApplies(true);
    link.addEventListener('load', done);
    link.addEventListener('error', done); // Without its styles the text is still readable.
    document.head.append(link);
    return () => link.remove();
  }, [name]);
  return applies;
}
