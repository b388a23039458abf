import { mayHubRun } from '../../../shared/actions/sessionActions';
import type { SessionAct, SessionActOutcome } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SessionLine } from '../../agents/sources';
import type { SessionLocator } from '../attention/places';
import type { NewOrder, Windows } from '../attention/windows';
import type { RestingSession } from '../domain/claims/rest';
import type { Runners } from '../runners/runners';

export interface SessionActsParts {
  readonly rest: (sessionId: string) => RestingSession | undefined;
  readonly windows: Pick<Windows, 'sendOrder'>;
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly runners: Pick<Runners, 'has' | 'sendOrder'>;
  readonly line: Pick<SessionLine, 'has' | 'interrupt'>;
  /**
   * Returns whether the process is in the foreground of its terminal, so that typed text reaches
   * it.
   */
  readonly isInForeground: (pid: number) => Promise<boolean>;
  /** Returns whether a process is only assumed to run its session. */
  readonly isGuess: (pid: number) => boolean;
  /**
   * Terminates the process of the session; resolves with false if the process is not known for
   * certain.
   */
  readonly terminate: (sessionId: string) => Promise<boolean>;
}

/** Time in ms after which a window without an answer is assumed to hang. */
const windowTimeoutMs = 3_000;

/**
 * Performs a person's actions on the process of a session, through its runner or by typing into its
 * terminal.
 */
export class SessionActs {
  constructor(private readonly parts: SessionActsParts) {}

  async perform(session: LiveSession, act: SessionAct): Promise<SessionActOutcome> {
    const { sessionId } = session;
    switch (act) {
      case 'interrupt':
        return mayHubRun('interruptSession', session)
          ? this.sendOrder(session, 'interrupt')
          : 'unreachable';
      case 'end':
        return this.parts.rest(sessionId) === undefined
          ? 'unreachable'
          : this.sendOrder(session, 'endSession');
      case 'openPermissions':
        // A run without a terminal has no permission list. During a turn or dialog, the turn or
        // dialog would receive the typed text.
        return this.parts.rest(sessionId) === undefined || this.parts.runners.has(sessionId)
          ? 'unreachable'
          : this.sendOrder(session, 'openPermissions');
      case 'release':
        return this.sendRunnerOrder(sessionId, 'end');
      case 'terminate':
        return (await this.parts.terminate(sessionId)) ? 'done' : 'unreachable';
    }
  }

  private async sendRunnerOrder(
    sessionId: string,
    act: 'interrupt' | 'end',
  ): Promise<SessionActOutcome> {
    return (await this.parts.runners.sendOrder(sessionId, { act })) ? 'done' : 'unreachable';
  }

  private async sendOrder(
    session: LiveSession,
    type: 'interrupt' | 'endSession' | 'openPermissions',
  ): Promise<SessionActOutcome> {
    const { places, runners, line, isInForeground, isGuess } = this.parts;
    if (type === 'interrupt' && line.has(session.sessionId))
      return (await line.interrupt(session.sessionId)) ? 'done' : 'unreachable';
    if (runners.has(session.sessionId)) {
      return this.sendRunnerOrder(session.sessionId, type === 'interrupt' ? type : 'end');
    }
    if (session.pid === undefined || isGuess(session.pid)) return 'unreachable';
    if (!(await isInForeground(session.pid))) return 'unreachable';
    const place = await places.terminalOf(session);
    if (place === undefined) return 'unreachable';
    const order: NewOrder = { type, sessionId: session.sessionId, terminal: place.terminal };
    // A turn or dialog that started before the window was ready would receive the typed text.
    const commit = (): Promise<boolean> =>
      Promise.resolve(type === 'interrupt' || this.parts.rest(session.sessionId) !== undefined);
    const answer = await this.parts.windows.sendOrder(place.window, order, windowTimeoutMs, commit);
    return answer === 'taken' ? 'done' : 'unreachable';
  }
}
