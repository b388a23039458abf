import { Timer, TimerOff, X } from 'lucide-react';
import { useId } from 'react';
import { grantHeadline, grantName, grantStatus } from '../../../shared/board/texts/grantTexts';
import type { GrantCard } from '../../../shared/protocol/work/grants';
import { grantText } from '../../../shared/request/grantText';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';
import { Button } from '../Button';
import { IconButton } from '../IconButton';

interface Props {
  readonly grants: readonly GrantCard[] | undefined;
  /** True for grants of another machine, which this one cannot end. */
  readonly isReadOnly?: boolean;
  /** The session or project of a grant, if the list has those of all sessions below a heading of its own. */
  readonly placeOf?: (grant: GrantCard) => string;
}

/** Grants with their remaining time, each with a button that ends it. */
export function GrantList({ grants, isReadOnly = false, placeOf }: Props) {
  if (grants === undefined || grants.length === 0) return null;
  return (
    <ul className="grant-list stack gap-4 small" aria-label={t('Allowed for a while')}>
      {grants.map((grant) => (
        <GrantItem key={grant.id} grant={grant} isReadOnly={isReadOnly} placeOf={placeOf} />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly placeOf: Props['placeOf'];
  readonly grant: GrantCard;
  readonly isReadOnly: boolean;
}

function GrantItem({ grant, isReadOnly, placeOf }: ItemProps) {
  const { id, rule, words, by, ended, sessionId } = grant;
  const labelId = useId();
  const { board, clock } = usePage();
  const home = useBoard((state) => state.home);
  // Selected as a text, so that a tick of the clock renders only a changed one.
  const status = useStore(clock, (now) => grantStatus(grant, now));
  const Icon = ended === undefined ? Timer : TimerOff;
  const isNamed = placeOf !== undefined && ended === undefined;
  const inProject = sessionId === undefined ? t('all sessions of the project') : '';
  const place = placeOf === undefined ? inProject : placeOf(grant);
  const end = (): void => {
    board.post({ type: 'act', name: 'endGrant', request: { grantId: id } });
    if (ended === undefined) board.announcer.announce(t('No longer allowed.'));
  };
  return (
    <li className="grant-item across-top gap-6" data-ended={ended !== undefined}>
      <Icon className="icon line-icon" aria-hidden="true" />
      <p
        id={labelId}
        className="grows shrinks breaks"
        title={t('{0}, allowed by {1}', grantText(rule, words), by)}
      >
        <bdi>{isNamed ? grantName(grant, home) : grantHeadline(grant, home)}</bdi>{' '}
        <span className="muted">
          {`· ${status}`}
          {place !== '' && ` · ${place}`}
        </span>
      </p>
      {!isReadOnly &&
        (ended === undefined ? (
          <Button
            name={t('End')}
            action="endGrant"
            className="quiet"
            aria-describedby={labelId}
            onClick={end}
          />
        ) : (
          <IconButton name={t('Hide')} Icon={X} aria-describedby={labelId} onClick={end} />
        ))}
    </li>
  );
}
