import { formatTokens, formatUsd } from '../../shared/format';
import type { Connection } from '../../shared/pageMessages';
import { useBoard } from '../page';

const connectionTexts: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  offline: 'Offline',
};

/** What today cost, and whether the board is up to date. */
export function TopLine() {
  const summary = useBoard((state) => state.summary);
  const connection = useBoard((state) => state.connection);
  return (
    <header className="top-line">
      <h1 className="page-title">Mission Control</h1>
      {connection !== 'connecting' && (
        <p className="today" title="All sessions, subagents included, since midnight">
          <span className="today-label">Today</span>{' '}
          <span className="figure">{formatUsd(summary.totalCostTodayUsd)}</span>
          {' · '}
          <span className="figure">{formatTokens(summary.totalTokensToday)}</span> tokens
        </p>
      )}
      <p className="connection" data-connection={connection}>
        {connectionTexts[connection]}
      </p>
    </header>
  );
}
