import { entrypointKind } from '../../../shared/agents/entrypoints';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Reach, ShowOutcome } from '../../../shared/protocol/windows';
import type { Window, Windows } from './windows';

/** A process in the ancestry of a session's client. */
export interface AncestorProcess {
  readonly pid: number;
  readonly name: string;
}

/** The window and terminal in which a session runs, if any. */
export interface SessionLocation {
  readonly reach: Reach;
  /** The window whose terminal contains the session; undefined if none does. */
  readonly window: Window | undefined;
  /** Process id of the shell of that terminal. */
  readonly terminal: number | undefined;
  /** The client's process, followed by its ancestors. */
  readonly line: readonly AncestorProcess[];
}

/** A terminal of a window, identified by the window's stream and the shell's process id. */
export interface ProvenTerminal {
  readonly window: string;
  readonly terminal: number;
}

/** Time, in ms, after which a window without an answer is assumed to hang. */
const showTimeoutMs = 3_000;

/**
 * Finds the window whose terminal or extension host is among the processes `line`. Pure. If two
 * windows claim one terminal, a window for which `isProven` is true is preferred, then `preferred`,
 * because any program with the token can claim processes.
 */
export function locateSession(
  session: Pick<LiveSession, 'entrypoint'>,
  line: readonly AncestorProcess[],
  windows: readonly Window[],
  preferred?: string,
  isProven: (window: string) => boolean = () => true,
): SessionLocation {
  const rank = ({ id }: Window): number => 2 * Number(isProven(id)) + Number(id === preferred);
  const ordered = windows.toSorted((a, b) => rank(b) - rank(a));
  for (const candidates of [ordered.filter(({ id }) => isProven(id)), ordered]) {
    for (const { pid } of line) {
      const window = candidates.find(({ presence }) => presence.terminals.includes(pid));
      if (window !== undefined) return { reach: 'terminal', window, terminal: pid, line };
    }
  }
  const host = ordered.find(({ presence }) => line.some(({ pid }) => pid === presence.pid));
  const reach =
    host !== undefined && entrypointKind(session.entrypoint) === 'editor' ? 'editor' : 'none';
  return { reach, window: reach === 'editor' ? host : undefined, terminal: undefined, line };
}

/** Finds sessions in the terminals of all windows, and brings these terminals to the front. */
export class SessionLocator {
  constructor(
    private readonly windows: Windows,
    private readonly ancestry: (pid: number) => Promise<readonly AncestorProcess[]>,
    private readonly isProven: (window: string) => boolean,
  ) {}

  async find(
    session: Pick<LiveSession, 'pid' | 'entrypoint'>,
    preferred?: string,
  ): Promise<SessionLocation> {
    const line = session.pid === undefined ? [] : await this.ancestry(session.pid);
    return locateSession(session, line, this.windows.present, preferred, this.isProven);
  }

  /**
   * Returns the session's terminal, if it is in a window for which `isProven` is true: text to type
   * is sent only to such windows, and only their confirmations are trusted.
   */
  async terminalOf(
    session: Pick<LiveSession, 'pid' | 'entrypoint'>,
  ): Promise<ProvenTerminal | undefined> {
    const { window, terminal } = await this.find(session);
    if (window === undefined || terminal === undefined || !this.isProven(window.id)) {
      return undefined;
    }
    return { window: window.id, terminal };
  }

  async show(session: LiveSession, askingWindow: string): Promise<ShowOutcome> {
    if (session.pid === undefined) return { kind: 'ended' };
    const { reach, window, terminal, line } = await this.find(session, askingWindow);
    const { sessionId } = session;
    if (window === undefined) {
      const programs = line.slice(1).map(({ name }) => name);
      return { kind: 'outside', place: { pid: session.pid, programs } };
    }
    const order =
      terminal === undefined
        ? ({ type: 'showEditor', sessionId } as const)
        : ({ type: 'showTerminal', sessionId, terminal } as const);
    const answer = await this.windows.sendOrder(window.id, order, showTimeoutMs);
    const { folders } = window.presence;
    if (answer === 'taken') return { kind: 'shown', window: window.id, folders };
    if (answer === 'silent') return { kind: 'silent', folders };
    // The terminal was closed meanwhile, or the editor does not have the extension: only the
    // processes can be named.
    const programs = reach === 'terminal' ? [] : line.slice(1).map(({ name }) => name);
    return { kind: 'outside', place: { pid: session.pid, programs } };
  }
}
