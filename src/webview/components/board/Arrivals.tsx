import { ArrowUp } from 'lucide-react';
import type { Section } from '../../../shared/board/boardOrder';
import { counted } from '../../../shared/words/l10n';
import { arrivalsIn } from '../../layout/drawn';
import { useBoard, usePage } from '../../page';

/** Number of sessions that came while the cards were kept in their places; a press draws them. */
export function Arrivals({ section }: { readonly section: Section }) {
  const { board } = usePage();
  const count = useBoard(({ drawn, columns }) => arrivalsIn(drawn, columns, section));
  if (count === 0) return null;
  return (
    <div className="arrivals">
      <button
        type="button"
        className="primary"
        data-action="arrivals"
        onClick={() => board.drawAll()}
      >
        <ArrowUp className="icon" aria-hidden="true" /> {counted(count, '1 new', '{0} new')}
      </button>
    </div>
  );
}
