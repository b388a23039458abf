import { entrypointKind } from '../../../shared/agents/entrypoints';
import type { PromptRoute } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { Coalescer } from '../../util/coalesce';
import type { SessionLocator } from '../attention/places';
import type { SessionLine } from '../../agents/sources';
import type { Runners } from '../runners/runners';
import type { Wakers } from './wakers';

/** The part of a session that determines how it can be reached. */
export type Reachable = Pick<LiveSession, 'sessionId' | 'pid' | 'entrypoint'>;

export interface DeliveryRoutesParts {
  readonly sessions: () => readonly Reachable[];
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly wakers: Pick<Wakers, 'has'>;
  readonly runners: Pick<Runners, 'has'>;
  readonly line: Pick<SessionLine, 'has'>;
  /**
   * Returns whether a process is only assumed to run its session; nothing is typed into such a
   * process.
   */
  readonly isGuess: (pid: number) => boolean;
  readonly onChange: (sessionId: string) => void;
}

/** Determines the route by which a prompt would reach each living session. */
export class DeliveryRoutes {
  /** Ids of the processes that run in a terminal of the editor, by session id. */
  private terminalPids = new Map<string, number>();
  private readonly pids = new Map<string, number>();
  private readonly searches = new Coalescer(() => this.locateTerminals());

  constructor(private readonly parts: DeliveryRoutesParts) {}

  routeOf({ sessionId, pid, entrypoint }: Reachable): PromptRoute | undefined {
    if (this.parts.line.has(sessionId)) return 'hook';
    if (pid === undefined) return undefined;
    if (this.parts.runners.has(sessionId)) return 'runner';
    if (!isInteractive(entrypoint) || this.parts.isGuess(pid)) return undefined;
    if (this.terminalPids.get(sessionId) === pid) return 'terminal';
    return this.parts.wakers.has(sessionId, pid) ? 'hook' : undefined;
  }

  /** Records the process that runs the session; without a `pid`, that none does. */
  recordProcess({ sessionId, pid }: Reachable): void {
    if (this.pids.get(sessionId) === pid) return;
    if (pid === undefined) this.pids.delete(sessionId);
    else this.pids.set(sessionId, pid);
    void this.searches.run();
  }

  /** Locates the terminals of all sessions again; called when the terminals of windows changed. */
  refresh(): void {
    void this.searches.run();
  }

  private async locateTerminals(): Promise<void> {
    const found = new Map<string, number>();
    for (const session of this.parts.sessions()) {
      const { sessionId, pid } = session;
      if (pid === undefined || !this.pids.has(sessionId)) continue;
      const place = await this.parts.places.terminalOf(session);
      if (place !== undefined) found.set(sessionId, pid);
    }
    const before = this.terminalPids;
    this.terminalPids = found;
    for (const id of new Set([...before.keys(), ...found.keys()])) {
      if (before.get(id) !== found.get(id)) this.parts.onChange(id);
    }
  }
}

/**
 * Returns whether a session has an input box. A session without one, such as one of the SDK, gets
 * its prompts from the program that started it.
 */
export function isInteractive(entrypoint: string | undefined): boolean {
  return entrypoint === undefined || entrypointKind(entrypoint) === 'terminal';
}

export function isReachable({ pid, entrypoint }: Reachable): boolean {
  return pid !== undefined && isInteractive(entrypoint);
}
