import { Folder, GitBranch, ListChecks } from 'lucide-react';
import { formatModel, formatPath, formatTokens, formatUsd } from '../../shared/format';
import { plainLine } from '../../shared/plainText';
import type { LiveSession } from '../../shared/protocol';
import { useBoard } from '../page';
import { ContextMeter } from './ContextMeter';

/** Where the session works, and what it has used. */
export function CardFacts({ session }: { readonly session: LiveSession }) {
  const home = useBoard((state) => state.home);
  const { gitBranch, model, tokens, cost, tasks } = session;
  const branch = plainLine(gitBranch ?? '', 200);
  return (
    <div className="facts">
      <div className="fact-row">
        <span
          className="fact project"
          title={plainLine(formatPath(session.projectPath, home), 400)}
        >
          <Folder className="icon" aria-hidden="true" />
          <span className="ellipsis">{plainLine(session.projectName, 120)}</span>
        </span>
        {branch !== '' && (
          <span className="fact branch" title={`Branch ${branch}`}>
            <GitBranch className="icon" aria-hidden="true" />
            <span className="ellipsis">{branch}</span>
          </span>
        )}
        {model !== undefined && (
          <span className="fact model" title={plainLine(model, 100)}>
            <span className="ellipsis">{formatModel(plainLine(model, 60))}</span>
          </span>
        )}
      </div>
      <div className="fact-row">
        <ContextMeter context={session.contextWindow} />
        {tasks !== undefined && tasks.total > 0 && (
          <span className="fact">
            <ListChecks className="icon" aria-hidden="true" />
            {`${tasks.completed} of ${tasks.total} tasks`}
          </span>
        )}
        <span className="fact spent">
          <span className="figure" title={tokenTitle(tokens)}>
            {`${formatTokens(tokens.total)} tokens`}
          </span>
          <span className="figure cost" title={cost.estimated ? 'Estimated cost' : 'Cost'}>
            {formatUsd(cost.totalUsd, cost.estimated)}
          </span>
        </span>
      </div>
    </div>
  );
}

function tokenTitle({ input, output, cacheRead, cacheCreation }: LiveSession['tokens']): string {
  const parts = [
    `${formatTokens(input)} input`,
    `${formatTokens(output)} output`,
    `${formatTokens(cacheRead)} cache read`,
    `${formatTokens(cacheCreation)} cache write`,
  ];
  return parts.join(', ');
}
