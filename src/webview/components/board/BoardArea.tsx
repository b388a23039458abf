import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { t } from '../../../shared/words/l10n';
import { groupOrder } from '../../../shared/presentation';
import {
  clickCard,
  moveFocus,
  placeOfFocus,
  restoreFocus,
  sessionAround,
  type FocusPlace,
} from '../../keys/focus';
import { useWanted } from '../../keys/useWanted';
import { useSelecting } from '../select/useSelecting';
import { useBoard, useIsLost, usePage, useView } from '../../page';
import { CardMenu } from '../card/CardMenu';
import { SelectionBar } from '../select/SelectionBar';
import { Column } from './Column';
import { Groups } from './Groups';
import { GroupTabs } from './GroupTabs';
import { ProjectGroups } from './ProjectGroups';
import { Travel } from './Travel';

/**
 * Matches while the page is too narrow for three columns. The page is the container of the view, so
 * its width is the width of the view.
 */
const narrow = matchMedia('(width < 720px)');

function onNarrow(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** The groups in the chosen layout; keeps the focus through every change. */
export function BoardArea() {
  const isNarrow = useSyncExternalStore(onNarrow, () => narrow.matches);
  const layout = useView((state) => state.layout);
  const grouping = useView((state) => state.grouping);
  const density = useView((state) => state.density);
  const columns = useBoard((state) => state.columns);
  const machines = useBoard(({ summary }) => (summary.machines?.length ?? 0) > 0);
  const isLost = useIsLost();
  const stale = useBoard((state) => state.connection !== 'live') || isLost;
  const { board } = usePage();
  const root = useRef<HTMLElement>(null);
  const keys = useFocusKeeping(root);
  const selecting = useSelecting(root);
  const tabbed = layout === 'columns' && isNarrow;
  return (
    <main
      ref={root}
      className="board"
      data-layout={tabbed ? 'tabs' : layout}
      data-grouping={grouping}
      data-density={density}
      data-machines={machines}
      data-stale={stale}
      aria-label={t('Sessions')}
      {...keys}
      {...selecting}
      onPointerMove={() => board.pointerMoved()}
    >
      {tabbed && <GroupTabs />}
      <Travel key={`${layout} ${grouping}`} columns={columns}>
        {tabbed ? (
          <TabColumn />
        ) : layout === 'columns' ? (
          groupOrder.map((group) => <Column key={group} group={group} tabbed={false} />)
        ) : grouping === 'project' ? (
          <ProjectGroups />
        ) : (
          <Groups />
        )}
      </Travel>
      <SelectionBar tabbed={tabbed} />
      <CardMenu />
    </main>
  );
}

function TabColumn() {
  const tab = useView((state) => state.tab);
  return <Column key={tab} group={tab} tabbed />;
}

function useFocusKeeping(root: React.RefObject<HTMLElement | null>) {
  const place = useRef<FocusPlace>(undefined);
  const layout = useView((state) => state.layout);
  useView((state) => state.folded); // A column that is folded takes the focus away, too.
  const { view } = usePage();

  const restore = () => {
    const lost = document.activeElement === document.body && document.hasFocus();
    if (lost && place.current && root.current) restoreFocus(root.current, place.current);
  };
  useLayoutEffect(restore);
  useEffect(() => {
    window.addEventListener('focus', restore);
    return () => window.removeEventListener('focus', restore);
  });
  useWanted(root);

  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOfFocus(target);
      if (place.current) view.stopAt(place.current.group, place.current.sessionId);
    },
    // Not heard when an update takes the element away, nor meant when the whole view loses focus.
    onBlur: () => {
      if (document.hasFocus()) place.current = undefined;
    },
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element) clickCard(target);
    },
    onContextMenu: (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      // On Windows the key that opened the menu asks for one again when it is let go.
      if (event.target.closest('[role="menu"]')) event.preventDefault();
      const sessionId = sessionAround(event.target);
      if (sessionId === undefined) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      view.change({ menu: { sessionId, at: { left: x, right: x, top: y, bottom: y } } });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!root.current || !(event.target instanceof Element)) return;
      if (moveFocus(root.current, event.target, event.key, layout)) event.preventDefault();
    },
  };
}
