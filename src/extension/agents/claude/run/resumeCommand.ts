import { t } from '../../../../shared/words/l10n';
import { attachCommand, isShellSafeId } from '../../../../shared/text/shellSafeId';
import { worktreeNameProblem } from './worktreeName';

/** Why a session is not resumed; the message is fit for a person. */
export class ResumeError extends Error {
  constructor(
    message: string,
    /** The same in a few words, for a list. */
    readonly brief = message,
  ) {
    super(message);
  }
}

/** A line break would end the command before it is whole. */
const unsafeInCommand = /\p{Cc}/u;

/**
 * What is typed into a shell: the user's own command, as the setting has it, and the session's id.
 * Throws where either could be read as something else.
 */
export function resumeCommand(setting: unknown, sessionId: string): string {
  const command = clientCommand(setting);
  requireSafeId(sessionId);
  return `${command} --resume ${sessionId}`;
}

/** The same for a job that runs in the background: its id is that of the job. */
export function jobCommand(setting: unknown, jobId: string): string {
  const command = clientCommand(setting);
  requireSafeId(jobId);
  return attachCommand(command, jobId);
}

function requireSafeId(id: string): void {
  if (isShellSafeId(id)) return;
  throw new ResumeError(t('This session has an ID that Claude Code wouldn’t understand.'));
}

/** The same for a session of its own that begins with what was said in this one. */
export function forkCommand(setting: unknown, sessionId: string): string {
  return `${resumeCommand(setting, sessionId)} --fork-session`;
}

/** The same for a session in a new worktree; without a name the client chooses one. */
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
