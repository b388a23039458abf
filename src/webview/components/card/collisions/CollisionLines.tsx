import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { collisionLine } from '../../../../shared/board/collisionText';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import { t } from '../../../../shared/words/l10n';
import { pieceOfRequest } from '../../../decide/sight';
import { WholeOptions } from '../../WholeOptions';

interface Props {
  readonly found: readonly Collision[];
  readonly className?: string;
  /** Renders the choices for a collision. */
  readonly children: (collision: Collision) => ReactNode;
}

/**
 * One sentence for each collision; nothing if there are none. A collision of an open request is
 * marked as a piece of the request.
 */
export function CollisionLines({ found, className = '', children }: Props) {
  if (found.length === 0) return null;
  return (
    <ul
      className={`collisions selectable stack small all-columns gap-4 spaced ${className}`.trimEnd()}
      aria-label={t('Collisions')}
    >
      {found.map((collision) => (
        <li
          key={collision.id}
          className="across-top rounded gap-6 breaks"
          data-tone={collision.level === 3 ? 'red' : 'amber'}
        >
          <TriangleAlert className="icon line-icon toned" aria-hidden="true" />
          <div className="collision-words across-text wraps grows shrinks">
            <span
              className="collision-line bright shrinks"
              {...(collision.side === 'asks' && pieceOfRequest)}
            >
              <WholeOptions text={collisionLine(collision)} />
            </span>
            {children(collision)}
          </div>
        </li>
      ))}
    </ul>
  );
}
