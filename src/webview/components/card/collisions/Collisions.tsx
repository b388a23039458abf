import { CheckCheck, Files } from 'lucide-react';
import {
  requestCollisions,
  collisionBadge,
  collisionLine,
  collisionsOf,
} from '../../../../shared/board/texts/collisionText';
import { reviewedText } from '../../../../shared/board/texts/reviewText';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import { useHasEditor, usePage } from '../../../page';
import { collisionAction } from '../../../reviewActions';
import { CollisionButton } from './CollisionButton';
import { CollisionLines } from './CollisionLines';

interface Props {
  readonly session: LiveSession;
}

interface FoundProps extends Props {
  readonly found: readonly Collision[];
}

/**
 * The collisions that a badge represents; collisions that removed work are shown as lines instead.
 */
export function badgeCollisions(session: LiveSession): readonly Collision[] {
  return [...collisionsOf(session, 2), ...collisionsOf(session, 1)];
}

/** The most serious collision of the badge; its menu has all of them. */
export function CollisionBadge({ session, found, act }: FoundProps & { readonly act: boolean }) {
  const [gravest] = found;
  if (gravest === undefined) return null;
  const { text, tone } = collisionBadge(gravest);
  const isOnRequest = gravest.level === 2;
  const title = found.map(collisionLine).join('\n');
  const content = (
    <>
      <Files className="icon" aria-hidden="true" />
      <span className="outcome-text ellipsis">{text}</span>
    </>
  );
  return (
    <li
      data-tone={tone}
      data-icon="true"
      data-keeps={isOnRequest}
      data-asks={gravest.side === 'asks'}
    >
      {act ? (
        <CollisionButton
          session={session}
          found={found}
          className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
          title={title}
        >
          {content}
        </CollisionButton>
      ) : (
        <span
          className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
          title={title}
        >
          {content}
        </span>
      )}
    </li>
  );
}

/**
 * Badge of a session whose changes were reviewed; removed when the session changes something again.
 */
export function ReviewedBadge({ session }: Props) {
  const reviewed = reviewedText(session, usePage().clock.get());
  if (reviewed === undefined) return null;
  return (
    <li data-tone="gray" data-icon="true">
      <span
        className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
        title={reviewed.tooltip}
      >
        <CheckCheck className="icon" aria-hidden="true" />
        <span className="outcome-text ellipsis">{reviewed.text}</span>
      </span>
    </li>
  );
}

/** Lines about uncommitted work that one session removed from another. */
export function TakenWork({ session }: Props) {
  return <OfferingLines session={session} found={collisionsOf(session, 3)} />;
}

/**
 * Lines about an open request for a file that another session changed. They are pieces of the
 * request, which can be allowed only after they were visible.
 */
export function ChangedSince({ session }: Props) {
  return <OfferingLines session={session} found={requestCollisions(session)} />;
}

function OfferingLines({ session, found }: FoundProps) {
  const hasEditor = useHasEditor();
  return (
    <CollisionLines found={found}>
      {(collision) =>
        hasEditor && (
          <CollisionButton
            session={session}
            found={[collision]}
            className="collision-deeds rigid blue"
            data-action={collisionAction(collision)}
          >
            {t('What to Do…')}
          </CollisionButton>
        )
      }
    </CollisionLines>
  );
}
