import { CircleCheck, Inbox, Moon } from 'lucide-react';
import type { AgentStateGroup } from '../../shared/protocol';

const empty = {
  needs_you: { Icon: CircleCheck, title: 'All clear', text: 'No session needs you right now.' },
  autonomous: { Icon: Moon, title: 'All quiet', text: 'No session is working right now.' },
  delivered: { Icon: Inbox, title: 'Nothing here yet', text: 'Finished sessions come here.' },
} as const;

export function EmptyGroup({ group }: { readonly group: AgentStateGroup }) {
  const { Icon, title, text } = empty[group];
  return (
    <div className="empty-group">
      <Icon className="empty-icon" aria-hidden="true" />
      <p className="empty-title">{title}</p>
      <p>{text}</p>
    </div>
  );
}
