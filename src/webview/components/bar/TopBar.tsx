import { Plus } from 'lucide-react';
import { costByMachine, costToday } from '../../../shared/board/texts/machineText';
import { formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { todayScanText } from '../../../shared/words/scanText';
import { useBoard, useIsLost, usePage, useView } from '../../page';
import { useStore } from '../../store';
import { fieldKey } from '../../typing/draftKeys';
import { ConnectionState } from '../board/ConnectionState';
import { FilterBox } from './FilterBox';
import { BoardMenu } from './BoardMenu';
import { ToolButton } from '../ToolButton';
import { UsedLimits } from './UsedLimits';
import { ViewMenu } from './ViewMenu';

/** Bar with today's cost, the filter, menus and the connection state. */
export function TopBar() {
  const isLost = useIsLost();
  const empty = useBoard((state) => state.sessions.size === 0);
  const day = useView((state) => state.layout === 'day');
  const { board, fields } = usePage();
  // The filter stays while its field has the focus, even if there is nothing left to filter.
  const typing = useStore(fields.focused, (field) => field === fieldKey('filter'));
  return (
    <header className="top-bar across wraps rigid">
      <h1 className="visually-hidden">Mission Control</h1>
      <Today />
      <UsedLimits />
      {(!empty || typing) && !day && <FilterBox />}
      {!empty && <ViewMenu />}
      <ConnectionState />
      <ToolButton
        name={t('New Session…')}
        Icon={Plus}
        className="new-button"
        data-action="newBoardSession"
        disabled={isLost}
        onClick={() => board.post({ type: 'newBoardSession' })}
      />
      <BoardMenu />
    </header>
  );
}

function Today() {
  const summary = useBoard((state) => state.summary);
  const adding = todayScanText(summary.scan);
  const hasLoaded = useBoard((state) => state.connection !== 'connecting');
  if (!hasLoaded) return <p className="today muted ellipsis" />;
  const about = t('All sessions, subagents included, since midnight');
  const costs = costByMachine(summary).map(({ name, cost }) => `${name}: ${cost}`);
  const unpriced =
    summary.costTodayUnpriced === true
      ? [t('Without models that no price is known for: set missionControl.prices')]
      : [];
  return (
    <p className="today muted ellipsis" title={[about, ...costs, ...unpriced].join('\n')}>
      <span className="today-label">{t('Today')}</span>{' '}
      <span className="bright bold figure">{costToday(summary)}</span>
      {' · '}
      <span className="bright bold figure">{formatTokens(summary.totalTokensToday)}</span>
      <span className="today-unit">{` ${t('tokens')}`}</span>
      {adding !== undefined && <span className="adding-up"> ({adding})</span>}
    </p>
  );
}
