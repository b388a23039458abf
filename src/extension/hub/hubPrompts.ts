import type { PrivateFolder } from '../util/files/privateFolder';
import type { Log } from '../util/log';
import type { Control } from './control/control';
import { promptFields } from './domain/card/live';
import type { Attendance } from './attention/attendance';
import type { SessionLocator } from './attention/places';
import { promptCalls } from './calls/promptCalls';
import type { Feature } from './board/feature';
import { isInForeground } from './ingest/foreground';
import type { LiveBoard } from './board/liveBoard';
import { Acts } from './prompts/acts';
import { fromPerson } from './prompts/fromPerson';
import { Prompts } from './prompts/prompts';
import type { HubReach } from './reach/hubReach';
import type { Runners } from './runners/runners';
import type { KnownKeys } from './signed/knownKeys';
import type { Seals } from './signed/seals';
import type { Sources } from './sources';
import type { Losses } from './store/losses';

export interface HubPromptsParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly losses: Losses;
  readonly board: LiveBoard;
  readonly sources: Pick<Sources, 'registry' | 'processes'>;
  readonly attendance: Attendance;
  readonly places: SessionLocator;
  readonly control: Control;
  readonly runners: Runners;
  readonly keys: KnownKeys;
  readonly seals: Seals;
  /** The name of this start of the hub. */
  readonly hub: string;
  readonly reach: Pick<HubReach, 'isOurs'>;
}

/** Makes what reaches a session's own process: its prompt queue, and what a person does to it. */
export function openPrompts(parts: HubPromptsParts) {
  const { folder, log, losses, board, attendance, places, control, runners, keys, seals } = parts;
  const { registry, processes } = parts.sources;
  const { windows } = attendance;
  const isGuess = (pid: number): boolean => registry.isGuess(pid);
  const reached = { runners, windows, places, isInForeground, isGuess };
  const prompts = new Prompts({
    ...reached,
    folder,
    log,
    onKeptError: losses.of('prompts.json'),
    board,
    offers: control.offers,
    isThere: (pid) => processes.isThere(pid),
    isOurs: () => parts.reach.isOurs(),
    hub: parts.hub,
    isFromPerson: fromPerson(seals, keys),
  });
  board.onDidChange(({ changed, removed }) => prompts.update(changed, removed));
  attendance.onDidChangePresence(() => prompts.onPresence());
  runners.onDidChange((sessionId) => prompts.onRunner(sessionId));
  keys.onDidChange(() => prompts.onKeys());
  const acts = new Acts({
    ...reached,
    rest: (sessionId) => board.rest(sessionId),
    terminate: (sessionId) => registry.terminate(sessionId),
  });
  return {
    prompts,
    calls: promptCalls({ board, offers: control.offers, prompts, acts }),
    boardPart: { fieldsOf: (session) => promptFields(session, prompts.cardOf(session)) },
    load: () => prompts.load(),
    leave: () => prompts.close(),
  } satisfies Feature & { readonly prompts: Prompts };
}
