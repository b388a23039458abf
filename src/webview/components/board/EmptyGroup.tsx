import { CircleCheck, Inbox, Moon } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { isEmptyFilter } from '../../../shared/board/filter/filterTokens';
import { useView } from '../../page';

const emptyGroups = {
  needs_you: {
    Icon: CircleCheck,
    title: () => t('All clear'),
    text: () => t('No session needs you right now.'),
  },
  autonomous: {
    Icon: Moon,
    title: () => t('All quiet'),
    text: () => t('No session is running right now.'),
  },
  delivered: {
    Icon: Inbox,
    title: () => t('Nothing here yet'),
    text: () => t('Finished sessions appear here.'),
  },
} as const;

/** Text of an empty group: it has no sessions, or the filter hides them. */
export function useEmptyText(group: AgentStateGroup): string {
  const filtered = useView((state) => !isEmptyFilter(state.filter));
  return filtered ? t('No session here matches the filter.') : emptyGroups[group].text();
}

export function EmptyGroup({ group }: { readonly group: AgentStateGroup }) {
  const { Icon, title } = emptyGroups[group];
  const text = useEmptyText(group);
  if (text !== emptyGroups[group].text()) return <p className="group-empty muted">{text}</p>;
  return (
    <div className="empty-group across gap-2 muted centered">
      <Icon className="empty-icon" aria-hidden="true" />
      <p className="empty-title bright bold">{title()}</p>
      <p>{text}</p>
    </div>
  );
}
