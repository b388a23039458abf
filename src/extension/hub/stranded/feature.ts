import type { Log } from '../../util/log';
import type { Attendance } from '../attention/attendance';
import type { Feature } from '../board/feature';
import type { LiveBoard } from '../board/liveBoard';
import { ancestryOf } from '../ingest/ancestry';
import { currentBoot, type Boot } from '../ingest/boot';
import type { HubReach } from '../reach/hubReach';
import type { Runners } from '../runners/runners';
import { Stranded, type StrandedParts } from './stranded';
import type { Event } from '../../util/emitter';
import type { DomainEvent } from '../domain/facts/event';

export interface StrandedFeatureParts extends Pick<StrandedParts, 'folder' | 'host'> {
  readonly log: Log;
  /** The present run of the machine, where it is not the system that tells. */
  readonly boot: Boot | undefined;
  readonly reach: Pick<HubReach, 'hasOthers' | 'isGuest'>;
  readonly board: LiveBoard;
  readonly intake: { readonly onDidTake: Event<DomainEvent> };
  readonly attendance: Pick<Attendance, 'windows' | 'onDidChangePresence'>;
  readonly runners: Runners;
  readonly sources: { readonly processes: StrandedParts['processes'] };
}

/** Offers the sessions that went down together to be resumed. */
export function openStranded(parts: StrandedFeatureParts) {
  const { log, boot = currentBoot(), reach, intake, attendance, runners, sources } = parts;
  const stranded = new Stranded({
    ...parts,
    // Nobody wrote what is in it: its loss is for the log alone.
    onError: (error) => log.warn(`stranded.json: ${String(error)}`),
    boot,
    hasOthers: () => reach.hasOthers,
    windows: attendance.windows,
    processes: sources.processes,
    ancestry: ancestryOf(),
  });
  intake.onDidTake(stranded.take);
  attendance.onDidChangePresence(() => stranded.onPresence());
  runners.onDidChange((sessionId) => stranded.onRunner(sessionId));
  return {
    stranded,
    boardPart: stranded,
    load: async () => (reach.isGuest ? stranded.keepNothing() : stranded.load()),
    close: () => stranded.close(),
  } satisfies Feature & { readonly stranded: Stranded };
}
