import type { CollisionChoice } from '../../../../shared/board/collisionChoices';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { collisionOptions } from '../../../collisionOptions';
import { CollisionLines } from '../../../components/card/collisions/CollisionLines';
import { HostGuard } from '../../../components/HostGuard';
import { useBoard, usePage } from '../../../page';
import { useIsWatchOnly } from '../phone';

/** Choices for a collision on a phone; the others need an editor, or are on the screen already. */
const offeredChoices: ReadonlySet<CollisionChoice> = new Set([
  'promptThis',
  'promptOther',
  'dismissCollision',
]);

/** Collisions of a session; those of its request are shown with the request. */
export function PhoneCollisions({ session }: { readonly session: LiveSession }) {
  const found = session.collisions?.found.filter(({ side }) => side !== 'asks') ?? [];
  return (
    <CollisionLines found={found} className="whole-collisions gap-10">
      {(collision) => <CollisionChoices session={session} collision={collision} />}
    </CollisionLines>
  );
}

interface CollisionChoicesProps {
  readonly session: LiveSession;
  readonly collision: Collision;
}

function CollisionChoices({ session, collision }: CollisionChoicesProps) {
  const page = usePage();
  const isWatchOnly = useIsWatchOnly();
  // Re-renders when the other session or control changes.
  useBoard(({ sessions }) => sessions.get(collision.sessionId));
  useBoard(({ control }) => control);
  if (isWatchOnly) return null;
  const options = collisionOptions(page, session, collision).filter(({ choice }) =>
    offeredChoices.has(choice),
  );
  return (
    <HostGuard>
      <div className="collision-choices flows gap-10">
        {options.map(({ choice, name, run }) => (
          <button
            key={choice}
            type="button"
            className="secondary"
            data-action={choice}
            onClick={run}
          >
            {name}
          </button>
        ))}
      </div>
    </HostGuard>
  );
}
