import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Presence } from '../../../shared/protocol/windows';
import type { Where } from '../attention/places';
import type { Window } from '../attention/windows';

export interface OnlookersParts {
  readonly windows: { readonly present: readonly Window[] };
  /** True while any phone has the board, or a card, on its screen. */
  readonly phones: { readonly isShown: boolean };
  readonly find: (session: LiveSession) => Promise<Pick<Where, 'line'>>;
  /** It is known by now in which terminal a session runs. */
  readonly onFound: () => void;
}

interface Line {
  readonly pid: number;
  /** The client, and what it runs in. */
  readonly pids: ReadonlySet<number>;
}

/** Knows where persons are, and what they have before the eyes there. */
export class Onlookers {
  /** A living process keeps its ancestors, so each is asked for once. */
  private readonly lines = new Map<string, Line>();

  constructor(private readonly parts: OnlookersParts) {}

  /** A person who touches nothing for a minute is not there, though the window keeps the focus. */
  get isHere(): boolean {
    return this.parts.phones.isShown || this.fronts.length > 0;
  }

  /** Sessions whose transcripts or terminals are in front of a person. */
  get inFront(): readonly string[] {
    const { fronts } = this;
    const terminals = fronts.flatMap(({ terminal }) => terminal ?? []);
    if (fronts.length === 0) return [];
    const inTerminal = [...this.lines].filter(([, { pids }]) =>
      terminals.some((pid) => pids.has(pid)),
    );
    return [...fronts.flatMap(({ sessions }) => sessions), ...inTerminal.map(([id]) => id)];
  }

  /** True while a person sees what happens to the session, be it on its card. */
  watches({ sessionId }: LiveSession): boolean {
    if (this.parts.phones.isShown) return true;
    const { fronts } = this;
    if (fronts.length === 0) return false;
    return (
      fronts.some(({ board, inHand }) => board === true || inHand?.includes(sessionId) === true) ||
      this.inFront.includes(sessionId)
    );
  }

  /** Learns where it runs. */
  follow(session: LiveSession): void {
    const { sessionId, pid } = session;
    if (this.lines.get(sessionId)?.pid === pid) return;
    this.lines.delete(sessionId);
    if (pid === undefined) return;
    this.lines.set(sessionId, { pid, pids: new Set([pid]) });
    void this.find(session, pid);
  }

  private async find(session: LiveSession, pid: number): Promise<void> {
    const { sessionId } = session;
    const found = await this.parts.find(session).catch(() => undefined); // It ended meanwhile.
    if (found === undefined || this.lines.get(sessionId)?.pid !== pid) return;
    this.lines.set(sessionId, { pid, pids: new Set(found.line.map((one) => one.pid)) });
    this.parts.onFound();
  }

  private get fronts(): readonly Presence['front'][] {
    return this.parts.windows.present.flatMap(({ presence }) =>
      presence.focused && presence.active !== false ? [presence.front] : [],
    );
  }
}
