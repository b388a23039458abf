import { t } from '../../../shared/words/l10n';
import { badgesOf, branchName, type ShownBadge } from '../../../shared/board/texts/displayText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { numbered } from '../../numbered';
import { usePage } from '../../page';
import { useTabIndex } from '../Button';
import { badgeCollisions, CollisionBadge, ReviewedBadge } from './collisions/Collisions';
import { StateIcon } from './StateIcon';

/**
 * How a badge's address is opened: by the editor, which asks first; by the browser that shows the
 * page; or not at all.
 */
export type BadgeLinks = 'editor' | 'browser' | 'none';

interface Props {
  readonly session: LiveSession;
  readonly links: BadgeLinks;
}

/**
 * The badges of a session; the branch is omitted, because the place shows it. Collisions come
 * first, the reviewed mark last.
 */
export function Badges({ session, links }: Props) {
  const branch = branchName(session);
  const badges = badgesOf(session).filter(({ text, href }) => text !== branch || href);
  const found = badgeCollisions(session);
  if (badges.length === 0 && found.length === 0 && session.reviewed === undefined) return null;
  return (
    <ul className="badges across wraps shrinks small" aria-label={t('Outcome')}>
      <CollisionBadge session={session} found={found} act={links === 'editor'} />
      {numbered(badges).map(({ id, value }, index) => (
        <li key={id} data-tone={value.tone} data-icon={value.icon !== undefined}>
          <Badge badge={value} index={index} sessionId={session.sessionId} links={links} />
        </li>
      ))}
      <ReviewedBadge session={session} />
    </ul>
  );
}

interface BadgeProps {
  readonly badge: ShownBadge;
  readonly index: number;
  readonly sessionId: string;
  readonly links: BadgeLinks;
}

function Badge({ badge, index, sessionId, links }: BadgeProps) {
  const { board } = usePage();
  const tabIndex = useTabIndex();
  const { text, tooltip, icon, href } = badge;
  const content = (
    <>
      {icon !== undefined && <StateIcon name={icon.lucide} />}
      <bdi className="outcome-text ellipsis">{text}</bdi>
    </>
  );
  if (href === undefined || links === 'none') {
    return (
      <span
        className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
        title={tooltip}
      >
        {content}
      </span>
    );
  }
  if (links === 'browser') {
    return (
      <a
        className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
      >
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the editor would open the address of an anchor without asking the host
      role="link"
      className="outcome-badge across-inline gap-4 shrinks line-high anchor rounded muted one-line"
      title={tooltip === href ? href : `${tooltip}\n${href}`}
      data-action={`badge${index}`}
      tabIndex={tabIndex}
      onClick={() => board.post({ type: 'openLink', sessionId, href })}
    >
      {content}
    </button>
  );
}
