import { Timer, TimerOff } from 'lucide-react';
import { grantLine, grantName, grantStatus } from '../../../shared/board/texts/grantTexts';
import type { GrantCard } from '../../../shared/protocol/work/grants';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage } from '../../page';
import { useStore } from '../../store';

/** The first grant of a session on its card, and the number of further ones. */
export function GrantFact({ session: { grants } }: { readonly session: LiveSession }) {
  return grants === undefined ? null : <Fact grants={grants} />;
}

function Fact({ grants }: { readonly grants: readonly GrantCard[] }) {
  const home = useBoard((state) => state.home);
  const { clock } = usePage();
  const title = useStore(clock, (now) => grants.map((one) => grantLine(one, home, now)).join('\n'));
  const [first] = grants;
  const text = useStore(clock, (now) =>
    first === undefined ? '' : `${grantName(first, home)} · ${grantStatus(first, now)}`,
  );
  if (first === undefined) return null;
  const Icon = first.ended === undefined ? Timer : TimerOff;
  return (
    <span
      className="fact grant-fact across-inline gap-4 shrinks one-line small muted"
      title={title}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="ellipsis" dir="auto">
        {grants.length === 1 ? text : t('{0} (+{1})', text, grants.length - 1)}
      </span>
    </span>
  );
}
