import { ListEnd } from 'lucide-react';
import { sourceFollowUpLine, sourceFollowUpText } from '../../../../shared/board/queuedFollowUps';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import { useBoard } from '../../../page';
import { useMinute } from '../../../useMinute';

interface Props {
  readonly session: LiveSession;
  /** True for the line below the title, which a card shows if it has enough room. */
  readonly isLine?: boolean;
}

/**
 * The first follow-up that another session's queue holds until this session is done, and the number
 * of further ones.
 */
export function FollowUpLine(props: Props) {
  return props.session.followUps === undefined ? null : <Line {...props} />;
}

function Line({ session, isLine = false }: Props) {
  const { followUps = [] } = session;
  const now = useMinute();
  // Selected as one string, so that changes of unrelated sessions cause no rendering.
  const title = useBoard(({ sessions }) =>
    followUps
      .map((one) =>
        sourceFollowUpLine(sourceFollowUpText(session, one, (id) => sessions.get(id), now)),
      )
      .join('\n'),
  );
  if (title === '') return null;
  const [first = '', ...others] = title.split('\n');
  return (
    <span
      className={`fact then-fact gap-4 shrinks one-line small muted ${isLine ? 'then-line' : 'across-inline'}`}
      title={title}
    >
      <ListEnd className="icon" aria-hidden="true" />
      <span className="ellipsis" dir="auto">
        {others.length === 0 ? first : t('{0} (+{1})', first, others.length)}
      </span>
    </span>
  );
}
