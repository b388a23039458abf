import { plainLine } from '../../shared/plainText';
import { lookOf } from '../../shared/presentation';
import type { AgentState } from '../../shared/protocol';
import { StateIcon } from './StateIcon';

interface Props {
  readonly id: string;
  readonly state: AgentState;
}

export function StateBadge({ id, state }: Props) {
  const label = plainLine(state.label, 160) || state.state;
  return (
    <span className="badge" title={label}>
      <StateIcon name={lookOf(state).lucide} />
      <span id={id} className="badge-label" dir="auto">
        {label}
      </span>
    </span>
  );
}
