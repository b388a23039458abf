import type { SessionLookup } from '../../shared/board/hubIds';
import { hasEnded, subagentDuration, subagentStateText } from '../../shared/board/subagentTree';
import { sessionLines } from '../../shared/board/texts/sessionLines';
import type { LiveSession, SubagentCard } from '../../shared/protocol/protocol';
import { plainTitle } from '../../shared/text/plainText';
import { formatDuration, formatTokens } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { markdownOf } from './markdown';

/** A subagent's state, duration and tokens; empty for an unknown subagent. */
export function subagentUse(
  subagent: SubagentCard,
  now: number,
): { readonly state: string; readonly duration: string; readonly tokens: string } {
  const milliseconds = subagentDuration(subagent, now);
  const total = subagent.tokens?.total ?? 0;
  const duration =
    milliseconds === undefined
      ? ''
      : // Native rows are not redrawn each second.
        milliseconds < 60_000 && !hasEnded(subagent)
        ? '<1m'
        : formatDuration(milliseconds);
  return {
    state: plainTitle(subagentStateText(subagent.state), 60),
    duration,
    tokens: total > 0 ? t('{0} tokens', formatTokens(total)) : '',
  };
}

/** Details of a session as Markdown for a hover; the reasons for its state come last. */
export function sessionMarkdown(
  session: LiveSession,
  now: number,
  home: string,
  find?: SessionLookup,
): string {
  return markdownOf(sessionLines(session, now, home, find));
}
