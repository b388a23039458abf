import { ArrowUp } from 'lucide-react';
import { secondarySectionOf, type Section } from '../../../shared/board/boardOrder';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { counted } from '../../../shared/words/l10n';
import { countUnrendered } from '../../layout/renderedCards';
import { useBoard, usePage, useView } from '../../page';
import { openSections } from '../../view';

/**
 * Number of sessions that were added to a column while its cards were kept in place; a press
 * renders them.
 */
export function ColumnArrivals({ group }: { readonly group: AgentStateGroup }) {
  const tail = secondarySectionOf(group);
  const isOpen = useView(({ disclosed }) => tail !== undefined && disclosed.has(tail));
  return <Arrivals among={tail !== undefined && isOpen ? [group, tail] : [group]} />;
}

/**
 * Number of arrivals in all groups of a list or grid, whose headings may be scrolled out of view.
 */
export function RowArrivals() {
  const view = useView((state) => state);
  // A collapsed section without any rendered card has no heading that could show the count.
  const hasNoLine = useBoard(({ rendered }) => rendered.ready.length === 0);
  const open = openSections(view, false);
  return <Arrivals among={hasNoLine && !open.includes('ready') ? [...open, 'ready'] : open} />;
}

function Arrivals({ among }: { readonly among: readonly Section[] }) {
  const { board } = usePage();
  const count = useBoard(({ rendered, columns }) => countUnrendered(rendered, columns, among));
  if (count === 0) return null;
  const name = counted(count, '1 new', '{0} new');
  return (
    <div className="arrivals rigid">
      <button
        type="button"
        className="primary across-inline gap-3 small regular"
        data-action="arrivals"
        aria-label={name}
        title={name}
        onClick={() => board.moveAllCards()}
      >
        <ArrowUp className="icon" aria-hidden="true" />
        <span className="arrivals-words">{name}</span>
        <span className="arrivals-count figure">{count}</span>
      </button>
    </div>
  );
}
