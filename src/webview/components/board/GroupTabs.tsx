import { useRef, type KeyboardEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import { groupHeadings, groupOrder } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { ownOf } from '../../../shared/text/fields';
import { needsYouNumbers } from '../../../shared/board/needsYou';
import { countIn, shownNeedsYouCounts } from '../../layout/arrange';
import { useBoard, usePage, useView } from '../../page';
import { ColumnArrivals } from './Arrivals';

export const tabId = (group: AgentStateGroup) => `tab-${group}`;
export const panelId = (group: AgentStateGroup) => `panel-${group}`;

/** Index of the tab that a key moves to, as an argument of `at`, where -1 is the last tab. */
const targets: Readonly<Record<string, (current: number) => number>> = {
  ArrowLeft: (current) => current - 1,
  ArrowRight: (current) => (current + 1) % groupOrder.length,
  Home: () => 0,
  End: () => -1,
};

export function GroupTabs() {
  const tab = useView((state) => state.tab);
  const { view } = usePage();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = ownOf(targets, event.key)?.(groupOrder.indexOf(tab));
    const group = target === undefined ? undefined : groupOrder.at(target);
    if (group === undefined) return;
    event.preventDefault();
    view.arrange({ tab: group });
    list.current?.querySelector<HTMLElement>(`#${tabId(group)}`)?.focus();
  };

  return (
    <div className="tab-row across gap-6 rigid line-below">
      <div ref={list} className="tabs flex grows shrinks" role="tablist" aria-label={t('Groups')}>
        {groupOrder.map((group) => (
          <button
            key={group}
            type="button"
            role="tab"
            id={tabId(group)}
            className="tab rigid muted one-line"
            aria-selected={group === tab}
            aria-controls={panelId(group)}
            tabIndex={group === tab ? 0 : -1}
            onClick={() => view.arrange({ tab: group })}
            onKeyDown={onKeyDown}
          >
            <TabName group={group} />
          </button>
        ))}
      </div>
      <ColumnArrivals group={tab} />
    </div>
  );
}

function TabName({ group }: { readonly group: AgentStateGroup }) {
  const numbers = useBoard((state) =>
    group === 'needs_you'
      ? needsYouNumbers(shownNeedsYouCounts(state))
      : String(countIn(state, group)),
  );
  return (
    <>
      {groupHeadings[group]()} <span className="tab-numbers regular digits">{numbers}</span>
    </>
  );
}
