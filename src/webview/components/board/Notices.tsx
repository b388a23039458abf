import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { usePage, useView } from '../../page';
import { useStore } from '../../store';
import { isPaneInPlace } from '../../view';

/**
 * The notices above the lists. Their height is fixed while a person uses the cards, so that the
 * cards do not move.
 */
export function Notices({ children }: { readonly children: ReactNode }) {
  const isInPlace = useView(isPaneInPlace);
  const waits = useNoticesWait() && !isInPlace;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const { height } = element.current.getBoundingClientRect();
    element.current.style.blockSize = waits ? `${height}px` : '';
  }, [waits]);
  return (
    <div ref={element} className="notices rigid">
      {children}
    </div>
  );
}

/** True while a notice is to be rendered; a new one waits until the person leaves the cards. */
export function useIsNoticeDrawn(isThere: boolean): boolean {
  const waits = useNoticesWait();
  const [isDrawn, setDrawn] = useState(isThere);
  if (!waits && isDrawn !== isThere) setDrawn(isThere);
  return isThere && isDrawn;
}

function useNoticesWait(): boolean {
  return useStore(usePage().board.isAttended, (is) => is);
}
