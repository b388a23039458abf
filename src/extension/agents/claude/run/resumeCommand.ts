import { t } from '../../../../shared/words/l10n';
import { agentLabel, defaultAgent } from '../../../../shared/agents/agentLabels';
import { attachCommand } from '../../../../shared/text/shellSafeId';
import { ResumeError, safeSessionId, type AgentCommands } from '../../commands';
import { worktreeNameProblem } from './worktreeName';

/** A line break would submit the command before it is complete. */
const unsafeInCommand = /\p{Cc}/u;

/**
 * The text to type into a shell: the user's command from the setting, and the session's id. Throws
 * if the shell could interpret either differently.
 */
export function resumeCommand(setting: unknown, sessionId: string): string {
  return `${clientCommand(setting)} --resume ${safeId(sessionId)}`;
}

/** The command to resume a background job; its id is that of the job. */
export function jobCommand(setting: unknown, jobId: string): string {
  return attachCommand(clientCommand(setting), safeId(jobId));
}

function safeId(id: string): string {
  return safeSessionId(id, agentLabel(defaultAgent));
}

/** The command for a new session that starts with the conversation of this one. */
export function forkCommand(setting: unknown, sessionId: string): string {
  return `${resumeCommand(setting, sessionId)} --fork-session`;
}

/** The command for a session in a new worktree; without a name the client chooses one. */
export function worktreeCommand(setting: unknown, name: string): string {
  const command = `${clientCommand(setting)} --worktree`;
  const problem = worktreeNameProblem(name);
  if (problem !== undefined) throw new ResumeError(problem);
  return name === '' ? command : `${command} ${name}`;
}

/** The command that starts the client. Throws as `resumeCommand` does. */
export function clientCommand(setting: unknown): string {
  const command = typeof setting === 'string' ? setting.trim() : '';
  if (unsafeInCommand.test(command)) {
    throw new ResumeError(t('The setting missionControl.claudeCommand must be a single line.'));
  }
  return command === '' ? 'claude' : command;
}

export const claudeCommands: AgentCommands = {
  start: clientCommand,
  startInWorktree: worktreeCommand,
  resume: resumeCommand,
  fork: forkCommand,
};
