import { formatUsd } from '../../../shared/words/format';
import type { LiveSession, SessionDetails } from '../../../shared/protocol/protocol';
import { costByKind, costByModel } from '../../text/costText';

interface Props {
  readonly session: LiveSession;
  readonly details: SessionDetails | undefined;
}

/** What was spent, by kind and, where there are several, by model. */
export function CostDetail({ session, details }: Props) {
  const { totalUsd, estimated } = session.cost;
  return (
    <>
      <p className="figure">{formatUsd(totalUsd, estimated)}</p>
      <ul className="cost-parts">
        {costByKind(session, details?.cost).map(({ name, tokens, usd }) => (
          <li key={name}>
            <span>{name}</span> <span className="figure">{tokens}</span>{' '}
            <span className="figure">{usd}</span>
          </li>
        ))}
        {costByModel(details?.cost).map(({ name, tokens, usd }) => (
          <li key={name}>
            <span>{name}</span> <span className="figure">{tokens}</span>{' '}
            <span className="figure">{usd}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
