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
  focusPlaceAt,
  restoreFocus,
  sessionAround,
  type FocusPlace,
} from '../../keys/focus';
import { useFocusTarget } from '../../keys/useFocusTarget';
import { useSelecting } from '../select/useSelecting';
import { useBoard, useHasPane, useIsLost, usePage, useView } from '../../page';
import { minColumnsWidth, paneWidthFor, maxPaneWidth } from '../../pane/pane';
import { isPaneInPlace } from '../../view';
import { CardMenu } from '../card/CardMenu';
import { OpenCard } from '../card/openCard';
import { Pane } from '../pane/Pane';
import { SelectionBar } from '../select/SelectionBar';
import { Column } from './Column';
import { Groups } from './Groups';
import { GroupTabs } from './GroupTabs';
import { ProjectGroups } from './ProjectGroups';
import { CardMoveAnimation } from './CardMoveAnimation';
import { useFixedLists } from './useFixedLists';

/**
 * The lists, and the pane with the chosen session: beside the lists, or in place of them on a
 * narrow page.
 */
export function BoardArea() {
  const { view } = usePage();
  const pageWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const hasPane = useHasPane();
  const isInPlace = useView(isPaneInPlace);
  const isBeside = hasPane && !isInPlace;
  const current = useView(({ chosen }) => (isBeside ? chosen : undefined));
  const paneWidth = useView((state) => state.paneWidth);
  const isInColumns = useView(({ layout }) => layout === 'columns');
  const root = useRef<HTMLDivElement>(null);
  const opening = useMemo(
    () => ({ open: (sessionId: string) => view.choose(sessionId), current, isBeside }),
    [view, current, isBeside],
  );
  const width = paneWidthFor(pageWidth, paneWidth);
  const tabbed = isInColumns && (isBeside ? pageWidth - width : pageWidth) < minColumnsWidth;
  useFixedLists(root, tabbed);
  const size = { width, most: maxPaneWidth(pageWidth), usual: paneWidthFor(pageWidth, undefined) };
  return (
    <OpenCard value={opening}>
      <div
        ref={root}
        className="desk grid grows shrinks-down"
        data-pane={isBeside ? 'beside' : undefined}
        style={{ '--pane': `${width}px` } as CSSProperties}
      >
        <Lists tabbed={tabbed} isHidden={isInPlace} />
        {hasPane && <Pane size={isBeside ? size : undefined} />}
      </div>
    </OpenCard>
  );
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

interface ListsProps {
  /** True if the page is so narrow that tabs show one group at a time. */
  readonly tabbed: boolean;
  /** True while the pane replaces the lists; they keep their scroll position. */
  readonly isHidden: boolean;
}

/** The groups in the chosen layout; restores the focus after each change. */
function Lists({ tabbed, isHidden }: ListsProps) {
  const layout = useView((state) => state.layout);
  const grouping = useView((state) => state.grouping);
  const density = useView((state) => state.density);
  const columns = useBoard((state) => state.rendered);
  const machines = useBoard(({ summary }) => (summary.machines?.length ?? 0) > 0);
  const isLost = useIsLost();
  const stale = useBoard((state) => state.connection !== 'live') || isLost;
  const { board } = usePage();
  const root = useRef<HTMLElement>(null);
  const keys = useFocusKeeping(root);
  const selecting = useSelecting(root);
  return (
    <main
      ref={root}
      className="board stack grows shrinks-down"
      data-layout={tabbed ? 'tabs' : layout}
      data-grouping={grouping}
      data-density={density}
      data-machines={machines}
      data-stale={stale}
      aria-label={t('Sessions')}
      hidden={isHidden}
      {...keys}
      {...selecting}
      onPointerMove={() => board.pointerMoved()}
    >
      {tabbed && <GroupTabs />}
      <CardMoveAnimation key={`${layout} ${grouping}`} columns={columns}>
        {tabbed ? (
          <TabColumn />
        ) : layout === 'columns' ? (
          groupOrder.map((group) => <Column key={group} group={group} tabbed={false} />)
        ) : grouping === 'project' ? (
          <ProjectGroups />
        ) : (
          <Groups />
        )}
      </CardMoveAnimation>
      <SelectionBar tabbed={tabbed} />
      {!isHidden && <CardMenu />}
    </main>
  );
}

function TabColumn() {
  const tab = useView((state) => state.tab);
  return <Column key={tab} group={tab} tabbed />;
}

function useFocusKeeping(root: React.RefObject<HTMLElement | null>) {
  const focusPlace = useRef<FocusPlace>(undefined);
  const layout = useView((state) => state.layout);
  // Re-renders when a column is collapsed, because that may remove the focused element.
  useView((state) => state.folded);
  const { view } = usePage();
  const isRestoring = useRef(false);

  const restore = () => {
    const lost = document.activeElement === document.body && document.hasFocus();
    if (!lost || !focusPlace.current || !root.current) return;
    isRestoring.current = true;
    restoreFocus(root.current, focusPlace.current);
    isRestoring.current = false;
  };
  useLayoutEffect(restore);
  useEffect(() => {
    window.addEventListener('focus', restore);
    return () => window.removeEventListener('focus', restore);
  });
  useFocusTarget(root);

  return {
    onFocus: ({ target }: FocusEvent) => {
      focusPlace.current = focusPlaceAt(target);
      if (!focusPlace.current) return;
      view.stopAt(focusPlace.current.group, focusPlace.current.sessionId);
      // Restoring the focus does not choose a session: the focused card is gone, and the person did
      // not choose its neighbour.
      const isBeside = view.state.get().paneAt === 'beside';
      if (isBeside && !isRestoring.current) view.choose(focusPlace.current.sessionId);
    },
    // The place is kept while the whole window loses the focus. The browser fires no blur event
    // when an update removes the focused element.
    onBlur: () => {
      if (document.hasFocus()) focusPlace.current = undefined;
    },
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element) clickCard(target);
    },
    onContextMenu: (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      // On Windows, releasing the key that opened the menu raises a second context menu event.
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
