import { memo } from 'react';
import { formatDuration, formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { hasTranscript } from '../../../shared/board/hasTranscript';
import { plainTitle } from '../../../shared/text/plainText';
import { subagentLookOf } from '../../../shared/presentation';
import type { SubagentCard } from '../../../shared/protocol/protocol';
import {
  subagentDuration,
  type SubagentNode,
  subagentStateText,
} from '../../../shared/board/subagentTree';
import { useStore } from '../../store';
import { listSubagents } from '../../layout/subagentList';
import { useTabIndex } from '../Button';
import { usePage, useView } from '../../page';
import { useOpenTranscript } from './openCard';
import { StateIcon } from './StateIcon';

interface Props {
  readonly sessionId: string;
  readonly subagents: readonly SubagentCard[];
}

/** Tree of the running subagents; finished ones are collapsed behind their count. */
export const Subagents = memo(function Subagents({ sessionId, subagents }: Props) {
  const all = useView((state) => state.disclosed.has(`subagents/${sessionId}`));
  const ended = useView((state) => state.disclosed.has(`ended/${sessionId}`));
  const { view } = usePage();
  const tabIndex = useTabIndex();
  if (subagents.length === 0) return null;
  const list = listSubagents(subagents, { all, ended });
  return (
    <div className="subagents stack gap-2">
      <SubagentRows
        nodes={list.nodes}
        sessionId={sessionId}

        name={t('Subagents')}
      />
      <div className="subagents-rest flows gap-2-8 muted">
        {list.more > 0 && (
          <button
            type="button"
            className="rest across gap-6 shrinks rounded"
            data-action="subagents"
            aria-expanded={all}
            tabIndex={tabIndex}
            onClick={() => view.toggle(`subagents/${sessionId}`)}
          >
            {all ? t('Show Fewer') : t('and {0} more', list.more)}
          </button>
        )}
        {list.ended !== '' && (
          <button
            type="button"
            className="rest across gap-6 shrinks rounded"
            data-action="ended"
            data-tone={list.hasFailed ? 'red' : 'gray'}
            aria-expanded={ended}
            tabIndex={tabIndex}
            onClick={() => view.toggle(`ended/${sessionId}`)}
          >
            <StateIcon
              name={subagentLookOf(list.hasFailed ? 'failed' : 'completed').lucide}
              className="toned"
            />
            {list.nodes.length === 0 ? t('Subagents: {0}', list.ended) : list.ended}
          </button>
        )}
      </div>
    </div>
  );
});

interface RowsProps {
  readonly nodes: readonly SubagentNode[];
  readonly sessionId: string;
  readonly name?: string;
}

function SubagentRows({ nodes, sessionId, name }: RowsProps) {
  if (nodes.length === 0) return null;
  return (
    <ul className="subagent-rows" aria-label={name}>
      {nodes.map(({ subagent, children }) => (
        <li key={subagent.agentId}>
          <SubagentRow subagent={subagent} sessionId={sessionId} />
          <SubagentRows nodes={children} sessionId={sessionId} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly subagent: SubagentCard;
  readonly sessionId: string;
}

/** A subagent; a click opens its transcript if it has one. */
function SubagentRow({ subagent, sessionId }: RowProps) {
  const { agentId, state } = subagent;
  const open = useOpenTranscript();
  const tabIndex = useTabIndex();
  const tone = subagentLookOf(state).tone;
  if (open === undefined || !hasTranscript(subagent)) {
    return (
      <div className="subagent across gap-6 shrinks wide rounded" data-tone={tone}>
        <SubagentText subagent={subagent} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className="subagent across gap-6 shrinks wide rounded"
      data-tone={tone}
      data-action={`subagent/${agentId}`}
      tabIndex={tabIndex}
      onClick={() => open(sessionId, agentId)}
    >
      <SubagentText subagent={subagent} />
    </button>
  );
}

function SubagentText({ subagent }: { readonly subagent: SubagentCard }) {
  const { agentType, description, state, tokens } = subagent;
  const about = description === undefined ? '' : plainTitle(description, 120);
  const duration = useStore(usePage().clock, (now) => {
    const milliseconds = subagentDuration(subagent, now);
    return milliseconds === undefined ? '' : formatDuration(milliseconds);
  });
  return (
    <>
      <StateIcon name={subagentLookOf(state).lucide} />
      <span className="subagent-type rigid ellipsis">
        {plainTitle(agentType, 40) || t('Subagent')}
      </span>{' '}
      <span className="grows muted ellipsis" dir="auto" title={about}>
        {about}
      </span>{' '}
      <span className="toned ellipsis">{plainTitle(subagentStateText(state), 30)}</span>{' '}
      {duration !== '' && <span className="subagent-figure rigid muted figure">{duration}</span>}{' '}
      {tokens !== undefined && tokens.total > 0 && (
        <span className="subagent-tokens rigid muted figure">
          {formatTokens(tokens.total)}
          <span className="visually-hidden">{` ${t('tokens')}`}</span>
        </span>
      )}
    </>
  );
}
