import { isDismissed, isRunning } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { keptFiles } from '../store/keptFiles';

/**
 * Time in ms within which sessions count as ended together. A hub that still runs after this time
 * did not end together with the session.
 */
export const sameEndMs = 10_000;

/** Maximum time in ms since a session's last activity for it to be offered. */
const { ms: maxAgeMs } = keptFiles['stranded.json'];

/** A session with the process that runs or ran it, as stored over restarts. */
export interface SessionRun {
  readonly sessionId: string;
  readonly pid: number;
  readonly procStart?: string | undefined;
  /** The window whose terminal runs the session; absent outside of windows. */
  readonly window?: string | undefined;
  /**
   * The session's end, unless a person is known to have ended it. `killed`: its registry file was
   * left behind.
   */
  readonly gone?: { readonly at: number; readonly how: 'exited' | 'killed' } | undefined;
}

/** Facts about a session that ran under the previous hub, collected when the next one starts. */
export interface StartFindings {
  /** State of the process: alive with this session, alive with another one, or gone. */
  readonly process: 'same' | 'moved' | 'none';
  readonly isSameBoot: boolean;
  /** True if the process is dead but left its registry file, which names the session. */
  readonly hasRegistryFile: boolean;
}

/**
 * Decides what happened to a session while no hub was running. A session is `stranded` if it ended
 * with the computer, an editor or all other sessions. `over`: its process runs another session.
 * `unclear`: it ended, and `wasStranded` decides once the windows had time to reconnect.
 */
export function statusAtStart({
  process,
  isSameBoot,
  hasRegistryFile,
}: StartFindings): StartStatus {
  if (process === 'same') return 'runs';
  if (process === 'moved') return 'over';
  return hasRegistryFile || !isSameBoot ? 'stranded' : 'unclear';
}

export type StartStatus = 'runs' | 'over' | 'stranded' | 'unclear';

/** Circumstances of a session's end while the hub kept running. */
interface EndCircumstances {
  readonly all: readonly SessionRun[];
  /** Times at which other sessions were stranded, in ms since 1970. */
  readonly strandedAt: readonly number[];
  readonly isWindowOpen: (window: string) => boolean;
}

/**
 * Decides whether an ended session was stranded. All sessions of its window must have ended, and
 * the window must be closed. Outside of windows, another session must have been killed or stranded
 * at about the same time. A session that ended alone was ended on purpose.
 */
export function wasStranded(
  one: SessionRun,
  { all, strandedAt, isWindowOpen }: EndCircumstances,
): boolean {
  const { gone, window } = one;
  if (gone === undefined) return false;
  const inSameWindow = all.filter((other) => other.window === window);
  if (inSameWindow.some((other) => other.gone === undefined)) return false;
  if (window !== undefined) return !isWindowOpen(window);
  const ends = inSameWindow.flatMap((other) => (other.gone?.how === 'killed' ? other.gone.at : []));
  const isNear = (at: number): boolean => Math.abs(at - gone.at) <= sameEndMs;
  return gone.how === 'killed' && [...ends, ...strandedAt].filter(isNear).length > 1;
}

/**
 * True if a stranded session can be resumed: it is on the board, has ended and was not continued.
 */
export function isOffered(
  session: LiveSession | undefined,
  downAt: number,
  now: number,
): session is LiveSession {
  if (session === undefined || session.transcriptPath === '') return false;
  if (isRunning(session) || isDismissed(session.agentState)) return false;
  const lastAt = Date.parse(session.lastActivityAt);
  return lastAt <= downAt + sameEndMs && now - lastAt <= maxAgeMs;
}

/** True if a session that ended at that time is recent enough to stay stored. */
export function isRecentlyEnded(downAt: number, now: number): boolean {
  return now - downAt <= maxAgeMs;
}
