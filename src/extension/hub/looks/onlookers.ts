import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Presence } from '../../../shared/protocol/windows';
import type { SessionLocation } from '../attention/places';
import type { Window } from '../attention/windows';

export interface OnlookersParts {
  readonly windows: { readonly present: readonly Window[] };
  /** True while any phone shows the board or a card. */
  readonly phones: { readonly isShown: boolean };
  readonly find: (session: LiveSession) => Promise<Pick<SessionLocation, 'line'>>;
  /** Called when the terminal of a session has been found. */
  readonly onFound: () => void;
}

interface ProcessChain {
  readonly pid: number;
  /** Ids of the client and its ancestors, such as the terminal's shell. */
  readonly pids: ReadonlySet<number>;
}

/** Tracks whether a person is present and which sessions that person sees. */
export class Onlookers {
  /**
   * Client processes by session id. The ancestors of a living process do not change, so they are
   * read once.
   */
  private readonly processes = new Map<string, ProcessChain>();

  constructor(private readonly parts: OnlookersParts) {}

  /**
   * True while a person is present. After a minute without input, a person counts as absent even if
   * the window keeps the focus.
   */
  get isHere(): boolean {
    return this.parts.phones.isShown || this.fronts.length > 0;
  }

  /** Ids of sessions whose transcripts or terminals a person has in front. */
  get inFront(): readonly string[] {
    const { fronts } = this;
    const terminals = fronts.flatMap(({ terminal }) => terminal ?? []);
    if (fronts.length === 0) return [];
    const inTerminal = [...this.processes].filter(([, { pids }]) =>
      terminals.some((pid) => pids.has(pid)),
    );
    return [...fronts.flatMap(({ sessions }) => sessions), ...inTerminal.map(([id]) => id)];
  }

  /** True while a person would see a change of the session, at least on its card. */
  isSeen({ sessionId }: LiveSession): boolean {
    if (this.parts.phones.isShown) return true;
    const { fronts } = this;
    if (fronts.length === 0) return false;
    return (
      fronts.some(({ board, inHand }) => board === true || inHand?.includes(sessionId) === true) ||
      this.inFront.includes(sessionId)
    );
  }

  /** Starts to find the terminal of a session whose process is new. */
  trackTerminal(session: LiveSession): void {
    const { sessionId, pid } = session;
    if (this.processes.get(sessionId)?.pid === pid) return;
    this.processes.delete(sessionId);
    if (pid === undefined) return;
    this.processes.set(sessionId, { pid, pids: new Set([pid]) });
    void this.find(session, pid);
  }

  private async find(session: LiveSession, pid: number): Promise<void> {
    const { sessionId } = session;
    const found = await this.parts.find(session).catch(() => undefined); // The process has ended meanwhile.
    if (found === undefined || this.processes.get(sessionId)?.pid !== pid) return;
    this.processes.set(sessionId, { pid, pids: new Set(found.line.map((one) => one.pid)) });
    this.parts.onFound();
  }

  private get fronts(): readonly Presence['front'][] {
    return this.parts.windows.present.flatMap(({ presence }) =>
      presence.focused && presence.active !== false ? [presence.front] : [],
    );
  }
}
