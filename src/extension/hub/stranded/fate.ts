import { isDismissed, isRunning } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** What falls within this, in ms, fell together; an end that the hub outlives by it was one of its own. */
export const sameFallMs = 10_000;

/** Sessions without activity for longer than this, in ms, are not offered. */
const maxAgeMs = 7 * 24 * 60 * 60_000;

/** A session that a process runs or ran, as it is kept over restarts. */
export interface Ran {
  readonly sessionId: string;
  readonly pid: number;
  readonly procStart?: string | undefined;
  /** The window in whose terminal it runs; absent for one outside of all windows. */
  readonly window?: string | undefined;
  /** Its end, where nothing said that a person ended it. `killed` left its registry file behind. */
  readonly gone?: { readonly at: number; readonly how: 'exited' | 'killed' } | undefined;
}

/** What a hub finds at its start of a session that ran under the last one. */
export interface Found {
  /** Whether that process still lives, with this session or another one. */
  readonly process: 'same' | 'moved' | 'none';
  readonly isSameBoot: boolean;
  /** Whether a registry file of a process that is gone names it. */
  readonly isLeft: boolean;
}

/**
 * Decides what became of a session while no hub watched. `unclear`: it ended, and whether all that
 * was around it ended, too, shows when the windows are back.
 */
export function fateAtStart({ process, isSameBoot, isLeft }: Found): Fate {
  if (process === 'same') return 'runs';
  if (process === 'moved') return 'over';
  return isLeft || !isSameBoot ? 'stranded' : 'unclear';
}

export type Fate = 'runs' | 'over' | 'stranded' | 'unclear';

/** What is around a session that ended while the hub went on. */
interface AroundEnd {
  readonly all: readonly Ran[];
  /** When others were found to be stranded. */
  readonly strandedAt: readonly number[];
  readonly isOpen: (window: string) => boolean;
}

/**
 * Decides whether a session went down with all that was around it: with its window, or outside of
 * windows with every other session at once, killed. What ends alone was ended on purpose.
 */
export function wentDown(one: Ran, { all, strandedAt, isOpen }: AroundEnd): boolean {
  const { gone, window } = one;
  if (gone === undefined) return false;
  const beside = all.filter((other) => other.window === window);
  if (beside.some((other) => other.gone === undefined)) return false;
  if (window !== undefined) return !isOpen(window);
  const ends = beside.flatMap((other) => (other.gone?.how === 'killed' ? other.gone.at : []));
  const isNear = (at: number): boolean => Math.abs(at - gone.at) <= sameFallMs;
  return gone.how === 'killed' && [...ends, ...strandedAt].filter(isNear).length > 1;
}

/** Whether a stranded session can be resumed: it is there, over, and nobody has gone on with it. */
export function isOffered(
  session: LiveSession | undefined,
  downAt: number,
  now: number,
): session is LiveSession {
  if (session === undefined || session.transcriptPath === '') return false;
  if (isRunning(session) || isDismissed(session.agentState)) return false;
  const lastAt = Date.parse(session.lastActivityAt);
  return lastAt <= downAt + sameFallMs && now - lastAt <= maxAgeMs;
}

/** Whether a session that went down then may still be young enough to be offered. */
export function isKept(downAt: number, now: number): boolean {
  return now - downAt <= maxAgeMs;
}
