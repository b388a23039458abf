import { explain } from '../../shared/explain';
import type { LiveSession } from '../../shared/protocol';
import { usePage } from '../page';

interface Props {
  readonly id: string;
  readonly session: LiveSession;
}

/** The signals behind a card's state, the deciding one first. */
export function Why({ id, session }: Props) {
  const lines = explain(session, usePage().clock.get());
  return (
    <ul id={id} className="why" aria-label="Why this state">
      {lines.length === 0 && <li>No signal told this state.</li>}
      {lines.map(({ text, detail, verdict }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is drawn anew as a whole
        <li key={index} data-verdict={verdict} title={detail || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
