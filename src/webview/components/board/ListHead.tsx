import { Bot, FilePen, ListChecks, type LucideIcon } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { useView } from '../../page';

/** Names of the columns of a list; each cell says what it is by itself to a screen reader. */
export function ListHead() {
  const isList = useView((state) => state.layout === 'list');
  if (!isList) return null;
  return (
    <div className="list-head" aria-hidden="true">
      <span className="title ellipsis">{t('Session')}</span>
      <span className="doing">{t('State')}</span>
      <span className="place">
        <span className="project ellipsis">{t('Project')}</span>
        <span className="branch ellipsis">{t('Branch')}</span>
      </span>
      <span className="use">
        <IconName Icon={Bot} name={t('Subagents')} className="subagents-fact" />
        <IconName Icon={ListChecks} name={t('Tasks')} className="tasks-fact" />
        <IconName Icon={FilePen} name={t('Changed files')} className="changes-fact" />
        <span className="context">{t('Context')}</span>
        <span className="cost">{t('Cost')}</span>
      </span>
      <span className="time" title={t('Time in state')}>
        {t('Time')}
      </span>
    </div>
  );
}

interface IconNameProps {
  readonly Icon: LucideIcon;
  readonly name: string;
  readonly className: string;
}

/** The name of a column that has no room for a word. */
function IconName({ Icon, name, className }: IconNameProps) {
  return (
    <span className={`fact ${className}`} title={name}>
      <Icon className="icon" />
    </span>
  );
}
