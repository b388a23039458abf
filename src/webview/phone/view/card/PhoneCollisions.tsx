import type { CollisionChoice } from '../../../../shared/board/collisionChoices';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { collisionDeeds } from '../../../collisionDeeds';
import { CollisionLines } from '../../../components/card/collisions/CollisionLines';
import { Living } from '../../../components/Living';
import { useBoard, usePage } from '../../../page';
import { useWatches } from '../phone';

/** What a phone offers about a collision; the other choices need an editor, or are on the screen anyway. */
const offered: ReadonlySet<CollisionChoice> = new Set([
  'promptThis',
  'promptOther',
  'dismissCollision',
]);

/** Where a session meets others; what its request is about stands at the request itself. */
export function PhoneCollisions({ session }: { readonly session: LiveSession }) {
  const found = session.collisions?.found.filter(({ side }) => side !== 'asks') ?? [];
  return (
    <CollisionLines found={found} className="whole-collisions">
      {(collision) => <Deeds session={session} collision={collision} />}
    </CollisionLines>
  );
}

interface DeedsProps {
  readonly session: LiveSession;
  readonly collision: Collision;
}

function Deeds({ session, collision }: DeedsProps) {
  const page = usePage();
  const watches = useWatches();
  // The other session may come and go, and so may control.
  useBoard(({ sessions }) => sessions.get(collision.sessionId));
  useBoard(({ control }) => control);
  if (watches) return null;
  const deeds = collisionDeeds(page, session, collision).filter(({ choice }) =>
    offered.has(choice),
  );
  return (
    <Living>
      <div className="collision-choices">
        {deeds.map(({ choice, name, run }) => (
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
    </Living>
  );
}
