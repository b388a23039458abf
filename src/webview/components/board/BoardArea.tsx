import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
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
import { useBoard, useHasPane, useIsLost, usePage, useView } from '../../page';
import { widestPane, paneWidthFor, showsPane } from '../../pane/pane';
import { CardMenu } from '../card/CardMenu';
import { OpenCard } from '../card/openCard';
import { Pane } from '../pane/Pane';
import { SelectionBar } from '../select/SelectionBar';
import { Column } from './Column';
import { Groups } from './Groups';
import { GroupTabs } from './GroupTabs';
import { ProjectGroups } from './ProjectGroups';
import { Travel } from './Travel';
import { useStillness } from './useStillness';

/** Least width of three columns in pixels. */
const leastColumns = 720;

/** The lists, and beside them the chosen session where the page has room. */
export function BoardArea() {
  const hasPane = useHasPane();
  const pageWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  return hasPane ? <Beside pageWidth={pageWidth} /> : <Lists width={pageWidth} />;
}

function Beside({ pageWidth }: { readonly pageWidth: number }) {
  const { view } = usePage();
  const chosen = useView((state) => state.chosen);
  const paneWidth = useView((state) => state.paneWidth);
  const root = useRef<HTMLDivElement>(null);
  useStillness(root);
  const opening = useMemo(
    () => ({ open: (sessionId: string) => view.choose(sessionId), current: chosen }),
    [view, chosen],
  );
  const width = paneWidthFor(pageWidth, paneWidth);
  return (
    <OpenCard value={opening}>
      <div ref={root} className="beside" style={{ '--pane': `${width}px` } as CSSProperties}>
        <Lists width={pageWidth - width} />
        <Pane
          width={width}
          most={widestPane(pageWidth)}
          usual={paneWidthFor(pageWidth, undefined)}
        />
      </div>
    </OpenCard>
  );
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The groups in the chosen layout; keeps the focus through every change. */
function Lists({ width }: { readonly width: number }) {
  const layout = useView((state) => state.layout);
  const grouping = useView((state) => state.grouping);
  const density = useView((state) => state.density);
  const columns = useBoard((state) => state.drawn);
  const machines = useBoard(({ summary }) => (summary.machines?.length ?? 0) > 0);
  const isLost = useIsLost();
  const stale = useBoard((state) => state.connection !== 'live') || isLost;
  const { board } = usePage();
  const root = useRef<HTMLElement>(null);
  const keys = useFocusKeeping(root);
  const selecting = useSelecting(root);
  const hasPane = useHasPane();
  const tabbed = layout === 'columns' && width < leastColumns;
  return (
    <main
      ref={root}
      className="board"
      data-layout={tabbed ? 'tabs' : layout}
      data-grouping={grouping}
      data-density={hasPane ? undefined : density}
      data-pane={hasPane ? density : undefined}
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
  const isRestoring = useRef(false);

  const restore = () => {
    const lost = document.activeElement === document.body && document.hasFocus();
    if (!lost || !place.current || !root.current) return;
    isRestoring.current = true;
    restoreFocus(root.current, place.current);
    isRestoring.current = false;
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
      if (!place.current) return;
      view.stopAt(place.current.group, place.current.sessionId);
      // A restored focus chooses nothing: its card is gone, and nobody chose the neighbour.
      if (showsPane(view) && !isRestoring.current) view.choose(place.current.sessionId);
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
