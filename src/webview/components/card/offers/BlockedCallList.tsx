import { blockedReason, blockedSubject } from '../../../../shared/request/blockedText';
import type {
  BlockedCallCard,
  BlockedCallsCard,
} from '../../../../shared/protocol/session/blocked';
import { exactRule } from '../../../../shared/request/exactRule';
import { plainTitle } from '../../../../shared/text/plainText';
import { isShellTool } from '../../../../shared/agents/tools';
import { formatMoment } from '../../../../shared/words/format';
import { t } from '../../../../shared/words/l10n';
import { useMinute } from '../../../useMinute';

/** The calls of a session that auto mode blocked, latest first, with the reason for each. */
export function BlockedCallList({ blocked }: { readonly blocked: BlockedCallsCard }) {
  const now = useMinute();
  const { count, calls } = blocked;
  return (
    <ul className="blocked-calls">
      {calls.map((call) => (
        <BlockedCall key={call.id} call={call} now={now} />
      ))}
      {count > calls.length && (
        <li className="stack muted">{t('and {0} more', count - calls.length)}</li>
      )}
    </ul>
  );
}

function BlockedCall({ call, now }: { readonly call: BlockedCallCard; readonly now: number }) {
  const { at, ranAt, agentType } = call;
  const moment = (of: string) => formatMoment(Date.parse(of), now);
  const notes = [
    plainTitle(agentType ?? '', 60),
    moment(at),
    ranAt === undefined ? '' : t('ran later, {0}', moment(ranAt)),
    lacksExactRule(call) ? t('no rule allows exactly this') : '',
  ];
  const reason = blockedReason(call);
  return (
    <li className="stack" data-open={call.open === true}>
      <code className="mono as-typed" dir="ltr">
        {blockedSubject(call, 400)}
      </code>
      {reason !== '' && (
        <span className="blocked-reason" dir="auto">
          {reason}
        </span>
      )}
      <span className="muted">{notes.filter((note) => note !== '').join(' · ')}</span>
    </li>
  );
}

/** True for a command that no exact rule can allow, such as one with a pipe. */
function lacksExactRule({ open, toolName, command }: BlockedCallCard): boolean {
  return open === true && isShellTool(toolName) && exactRule(toolName, command) === undefined;
}
