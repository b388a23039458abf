import { ArrowUp } from 'lucide-react';
import { tailOf, type Section } from '../../../shared/board/boardOrder';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { counted } from '../../../shared/words/l10n';
import { arrivalsIn } from '../../layout/drawn';
import { useBoard, usePage, useView } from '../../page';
import { openSections } from '../../view';

/** Number of sessions that came to a column while the cards were kept in their places; a press draws them. */
export function ColumnArrivals({ group }: { readonly group: AgentStateGroup }) {
  const tail = tailOf(group);
  const isOpen = useView(({ disclosed }) => tail !== undefined && disclosed.has(tail));
  return <Arrivals among={tail !== undefined && isOpen ? [group, tail] : [group]} />;
}

/** Number of all that came so to groups below each other: their own headings may be out of sight. */
export function RowArrivals() {
  const view = useView((state) => state);
  // A closed section that has no line yet is seen nowhere.
  const hasNoLine = useBoard(({ drawn }) => drawn.ready.length === 0);
  const open = openSections(view, false);
  return <Arrivals among={hasNoLine && !open.includes('ready') ? [...open, 'ready'] : open} />;
}

function Arrivals({ among }: { readonly among: readonly Section[] }) {
  const { board } = usePage();
  const count = useBoard(({ drawn, columns }) => arrivalsIn(drawn, columns, among));
  if (count === 0) return null;
  const name = counted(count, '1 new', '{0} new');
  return (
    <div className="arrivals">
      <button
        type="button"
        className="primary"
        data-action="arrivals"
        aria-label={name}
        title={name}
        onClick={() => board.drawAll()}
      >
        <ArrowUp className="icon" aria-hidden="true" />
        <span className="arrivals-words">{name}</span>
        <span className="arrivals-count figure">{count}</span>
      </button>
    </div>
  );
}
