import { BellRing, CircleCheck, CirclePlay, type LucideIcon } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { groupHeadings, groupOrder } from '../../../../shared/presentation';
import type { AgentStateGroup } from '../../../../shared/protocol/protocol';
import { readyText } from '../../../../shared/board/needsYou';
import { countIn, shownNeedsYouCounts } from '../../../layout/arrange';
import { useBoard, usePage, useView } from '../../../page';
import { usePhone } from '../phone';

const icons: Readonly<Record<AgentStateGroup, LucideIcon>> = {
  needs_you: BellRing,
  autonomous: CirclePlay,
  delivered: CircleCheck,
};

/** Tabs of the three groups with their counts, at the bottom of the screen. */
export function TabBar() {
  const tab = useView((state) => state.tab);
  const { view } = usePage();
  const { screens } = usePhone();
  return (
    <nav className="tab-bar flex rigid line-above" aria-label={t('Groups')}>
      {groupOrder.map((group) => {
        const Icon = icons[group];
        const name = groupHeadings[group]();
        return (
          <button
            key={group}
            type="button"
            className="tab-button across gap-2 grows anchor muted centered"
            data-group={group}
            aria-current={group === tab ? 'page' : undefined}
            onClick={() => {
              view.arrange({ tab: group });
              if (screens.state.get().kind === 'day') screens.back();
            }}
          >
            <Icon className="icon" aria-hidden="true" />
            <span>{name}</span>
            <TabCount group={group} />
          </button>
        );
      })}
    </nav>
  );
}

/**
 * Count of a tab. Sessions ready for a prompt are not urgent, so their count is only for screen
 * readers.
 */
function TabCount({ group }: { readonly group: AgentStateGroup }) {
  const isNeedsYou = group === 'needs_you';
  const count = useBoard((state) =>
    isNeedsYou ? shownNeedsYouCounts(state).blocked : countIn(state, group),
  );
  const ready = useBoard((state) => (isNeedsYou ? shownNeedsYouCounts(state).ready : 0));
  return (
    <>
      {count > 0 && <span className="badge digits centered">{count > 99 ? '99+' : count}</span>}
      {ready > 0 && <span className="visually-hidden"> · {readyText(ready)}</span>}
    </>
  );
}
