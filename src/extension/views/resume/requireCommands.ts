import { agentLabel } from '../../../shared/agents/agentLabels';
import type { HistoryEntry } from '../../../shared/protocol/history';
import { t } from '../../../shared/words/l10n';
import { commandsOf } from '../../agents/agents';
import { ResumeError, type AgentCommands } from '../../agents/commands';

type OfAgent = Pick<HistoryEntry, 'agent'>;

/** Returns the command lines of a session's agent; throws a `ResumeError` if it has none. */
export function requireCommands(session: OfAgent): AgentCommands {
  const commands = commandsOf(session);
  if (commands !== undefined) return commands;
  throw new ResumeError(
    t('{0} sessions can’t be resumed or forked here.', agentLabel(session.agent)),
  );
}

/** Returns the command that makes a worktree; throws as `requireCommands` does if there is none. */
export function requireWorktreeCommand(
  session: OfAgent,
): NonNullable<AgentCommands['startInWorktree']> {
  const { startInWorktree } = requireCommands(session);
  if (startInWorktree !== undefined) return startInWorktree;
  throw new ResumeError(
    t(
      '{0} makes no worktrees. “New Session Here” starts in its folder.',
      agentLabel(session.agent),
    ),
  );
}
