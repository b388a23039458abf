import { isShellSafeId } from '../../shared/text/shellSafeId';
import { t } from '../../shared/words/l10n';

/** Command lines of an agent's program, as a person types them in a terminal. */
export interface AgentCommands {
  /** Starts a new session. `setting` is the person's own command for the agent of the config home. */
  readonly start: (setting: unknown) => string;
  /**
   * Starts a new session in a new worktree that the program makes; without a name it chooses one.
   * Absent if it makes none.
   */
  readonly startInWorktree?: (setting: unknown, name: string) => string;
  /** Continues a session. Throws a `ResumeError` if a shell could interpret the line differently. */
  readonly resume: (setting: unknown, sessionId: string) => string;
  /** Starts a new session with the conversation of this one. Throws as `resume` does. */
  readonly fork: (setting: unknown, sessionId: string) => string;
}

/** The reason why a session cannot be resumed; the message can be shown. */
export class ResumeError extends Error {
  constructor(
    message: string,
    /** A short form for lists. */
    readonly brief = message,
  ) {
    super(message);
  }
}

/** Returns an id that no shell interprets; throws for any other. */
export function safeSessionId(id: string, program: string): string {
  if (isShellSafeId(id)) return id;
  throw new ResumeError(t('This session has an ID that {0} wouldn’t understand.', program));
}
