import { mayHubRun } from '../../../shared/actions/sessionActions';
import type { SessionAct, SessionActOutcome } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SessionLocator } from '../attention/places';
import type { NewOrder, Windows } from '../attention/windows';
import type { RestingSession } from '../domain/claims/rest';
import type { Runners } from '../runners/runners';

export interface ActsParts {
  readonly rest: (sessionId: string) => RestingSession | undefined;
  readonly windows: Pick<Windows, 'ask'>;
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly runners: Pick<Runners, 'has' | 'ask'>;
  /** Whether what is typed in its terminal goes to that process. */
  readonly isInForeground: (pid: number) => Promise<boolean>;
  /** Whether a process is only taken for the one that runs its session. */
  readonly isGuess: (pid: number) => boolean;
  /** Asks the session's own process to end; false where none is known for certain. */
  readonly terminate: (sessionId: string) => Promise<boolean>;
}

/** A window that does not answer in this time, in ms, hangs. */
const actMs = 3_000;

/** Carries out what a person does to a session's process, as if at its terminal. */
export class Acts {
  constructor(private readonly parts: ActsParts) {}

  async run(session: LiveSession, act: SessionAct): Promise<SessionActOutcome> {
    const { sessionId } = session;
    switch (act) {
      case 'interrupt':
        return mayHubRun('interruptSession', session)
          ? this.order(session, 'interrupt')
          : 'unreachable';
      case 'end':
        return this.parts.rest(sessionId) === undefined
          ? 'unreachable'
          : this.order(session, 'endSession');
      case 'openPermissions':
        // A run without a terminal has no such list, and a dialog or a turn would take what is typed.
        return this.parts.rest(sessionId) === undefined || this.parts.runners.has(sessionId)
          ? 'unreachable'
          : this.order(session, 'openPermissions');
      case 'release':
        return this.askRunner(sessionId, 'end');
      case 'terminate':
        return (await this.parts.terminate(sessionId)) ? 'done' : 'unreachable';
    }
  }

  private async askRunner(sessionId: string, act: 'interrupt' | 'end'): Promise<SessionActOutcome> {
    return (await this.parts.runners.ask(sessionId, { act })) ? 'done' : 'unreachable';
  }

  private async order(
    session: LiveSession,
    type: 'interrupt' | 'endSession' | 'openPermissions',
  ): Promise<SessionActOutcome> {
    const { places, runners, isInForeground, isGuess } = this.parts;
    if (runners.has(session.sessionId)) {
      return this.askRunner(session.sessionId, type === 'interrupt' ? type : 'end');
    }
    if (session.pid === undefined || isGuess(session.pid)) return 'unreachable';
    if (!(await isInForeground(session.pid))) return 'unreachable';
    const place = await places.terminalOf(session);
    if (place === undefined) return 'unreachable';
    const order: NewOrder = { type, sessionId: session.sessionId, terminal: place.terminal };
    // A turn or a dialog that began while the window was asked would take what is typed.
    const commit = (): Promise<boolean> =>
      Promise.resolve(type === 'interrupt' || this.parts.rest(session.sessionId) !== undefined);
    const answer = await this.parts.windows.ask(place.window, order, actMs, commit);
    return answer === 'taken' ? 'done' : 'unreachable';
  }
}
