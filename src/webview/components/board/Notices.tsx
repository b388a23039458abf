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
  const isInUse = useIsInUse() && !isInPlace;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const { height } = element.current.getBoundingClientRect();
    element.current.style.blockSize = isInUse ? `${height}px` : '';
  }, [isInUse]);
  return (
    <div ref={element} className="notices rigid">
      {children}
    </div>
  );
}

/**
 * True while a notice should be rendered; a new one is delayed until the person leaves the cards.
 */
export function useIsNoticeDrawn(isThere: boolean): boolean {
  const isInUse = useIsInUse();
  const [isDrawn, setDrawn] = useState(isThere);
  if (!isInUse && isDrawn !== isThere) setDrawn(isThere);
  return isThere && isDrawn;
}

function useIsInUse(): boolean {
  return useStore(usePage().board.isInUse, (is) => is);
}
