import { useSyncExternalStore } from 'react';

/** Below this width the three groups do not fit side by side. */
const query = '(width < 720px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the page is too narrow for columns; the page is its container, so its width is the view's. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
