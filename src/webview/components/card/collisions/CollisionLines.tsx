import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { collisionLine } from '../../../../shared/board/texts/collisionText';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import { t } from '../../../../shared/words/l10n';
import { pieceOfRequest } from '../../../decide/sight';
import { UnbrokenOptions } from '../../UnbrokenOptions';

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
      className={`collisions stack gap-4 all-columns spaced small selectable ${className}`.trimEnd()}
      aria-label={t('Collisions')}
    >
      {found.map((collision) => (
        <li
          key={collision.id}
          className="across-top gap-6 rounded breaks"
          data-tone={collision.level === 3 ? 'red' : 'amber'}
        >
          <TriangleAlert className="icon toned line-icon" aria-hidden="true" />
          <div className="collision-words across-text wraps gap-2-8 grows shrinks">
            <span
              className="collision-line shrinks bright"
              {...(collision.side === 'asks' && pieceOfRequest)}
            >
              <UnbrokenOptions text={collisionLine(collision)} />
            </span>
            {children(collision)}
          </div>
        </li>
      ))}
    </ul>
  );
}
