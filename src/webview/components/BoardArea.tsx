import { useEffect, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { groupOrder } from '../../shared/presentation';
import { explain } from '../../shared/explain';
import {
  focusSession,
  moveFocus,
  placeOfFocus,
  restoreFocus,
  sessionAround,
  type FocusPlace,
} from '../focus';
import { useBoard, usePage, useView } from '../page';
import { useNarrow } from '../useNarrow';
import { Column } from './Column';
import { GroupTabs } from './GroupTabs';
import { Travel } from './Travel';

/** The groups side by side, or one at a time behind tabs; keeps the focus through every change. */
export function BoardArea() {
  const narrow = useNarrow();
  const tab = useView((state) => state.tab);
  const columns = useBoard((state) => state.columns);
  const stale = useBoard((state) => state.connection !== 'live');
  const { board } = usePage();
  const root = useRef<HTMLElement>(null);
  const keys = useFocusKeeping(root);
  return (
    <main
      ref={root}
      className="board"
      data-layout={narrow ? 'tabs' : 'columns'}
      data-stale={stale}
      aria-label="Sessions"
      {...keys}
      onPointerMove={() => board.pointerMoved()}
      onPointerLeave={() => board.pointerLeft()}
    >
      {narrow && <GroupTabs />}
      <Travel columns={columns}>
        {narrow ? (
          <Column key={tab} group={tab} tabbed />
        ) : (
          groupOrder.map((group) => <Column key={group} group={group} tabbed={false} />)
        )}
      </Travel>
    </main>
  );
}

function useFocusKeeping(root: React.RefObject<HTMLElement | null>) {
  const place = useRef<FocusPlace>(undefined);
  const wanted = useView((state) => state.wanted);
  const { view } = usePage();
  const explainAround = useExplaining();

  const restore = () => {
    const lost = document.activeElement === document.body && document.hasFocus();
    if (lost && place.current && root.current) restoreFocus(root.current, place.current);
  };
  useLayoutEffect(restore);
  useEffect(() => {
    window.addEventListener('focus', restore);
    return () => window.removeEventListener('focus', restore);
  });
  useEffect(() => {
    if (wanted && root.current) focusSession(root.current, wanted.sessionId);
  }, [wanted, root]);

  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOfFocus(target);
      const group = groupOrder.find((candidate) => candidate === place.current?.group);
      if (place.current && group) view.stopAt(group, place.current.sessionId);
    },
    // Not heard when an update takes the element away, nor meant when the whole view loses focus.
    onBlur: () => {
      if (document.hasFocus()) place.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (!root.current || !(event.target instanceof Element)) return;
      if (event.key === '?') return explainAround(event.target);
      if (event.shiftKey) return;
      if (moveFocus(root.current, event.target, event.key, groupOrder)) event.preventDefault();
    },
  };
}

/** Opens and closes the explanation of the card around an element; what opens is also said. */
function useExplaining(): (target: Element) => void {
  const { board, clock, view } = usePage();
  return (target) => {
    const session = board.state.get().sessions.get(sessionAround(target) ?? '');
    if (!session || view.toggle(`why/${session.sessionId}`) === 'closed') return;
    board.announcer.say(
      explain(session, clock.get())
        .map(({ text }) => `${text}.`)
        .join(' '),
    );
  };
}
