import { installHooks } from '../../../support/watchedHub';
import { HubAudience, listenerOf } from '../audience';
import { Conductor } from './conductor';
import { HookCommands } from './hookCommands';
import { writeAbsence, writeFollowUps, writeGrantUses, writePastDay } from './keptByHub';
import { Play, type Part } from '../play';
import { writeProjects } from './projectFolders';
import { clientVersion } from '../../../support/transcript/clientLines';
import { scratchStage, type Folders, type HookRunner } from './stage';

export interface PlayedHomeOptions {
  /** Speed relative to real time. */
  readonly speed?: number;
  /** Whether sessions start over after their last scene; true if absent. */
  readonly loop?: boolean;
  /** Second of the play after which nothing changes any more. */
  readonly frozenAt?: number;
  /** Whether the play is held at a second of it. */
  readonly holds?: (second: number) => boolean;
  /** Additional condition for the first scene; it waits for a hub in any case. */
  readonly begins?: () => boolean;
  /** Delivers hooks instead of the commands in the settings. */
  readonly hooks?: DeliveredHooks;
}

/** Delivers the hooks of a play. */
export type DeliveredHooks = HookRunner & Pick<HookCommands, 'settle' | 'stop'>;

/** A config home with simulated sessions. */
export interface PlayedHome {
  /** Resolves once a frozen play has reached its moment and its hooks are delivered. */
  readonly settled: Promise<void>;
  stop(): void;
}

/** Speed at which a frozen play reaches its moment. */
const rush = 12;

/** Fills a config home with these sessions, and continues playing until it is stopped. */
export async function playAt(
  folders: Folders,
  parts: readonly Part[],
  options: PlayedHomeOptions & { readonly hasPerson: boolean },
): Promise<PlayedHome> {
  const { configHome } = folders;
  writeProjects(folders, parts);
  await installHooks(configHome, { path: 'claude', version: clientVersion });
  const hooks = options.hooks ?? new HookCommands(configHome);
  // A frozen play must not depend on who watches.
  const audience = options.frozenAt === undefined ? new HubAudience(configHome) : undefined;
  const play = new Play({
    folders,
    stage: scratchStage(hooks, audience),
    parts,
    curtainEpoch: Date.now(),
    speed: options.speed ?? (options.frozenAt === undefined ? 1 : rush),
    loop: options.loop ?? true,
  });
  await writePastDay(configHome, play.statuses, Date.now());
  await writeFollowUps(configHome, play.followUps, Date.now());
  await writeGrantUses(configHome, play.grantUses);
  if (options.hasPerson) await writeAbsence(configHome, Date.now());
  play.raise();
  const conductor = new Conductor(play, {
    listener: () => listenerOf(configHome),
    ...(options.begins && { begins: options.begins }),
    ...(options.holds && { holds: (moment: number) => options.holds?.(moment / 1000) === true }),
    ...(options.frozenAt !== undefined && { until: options.frozenAt * 1000 }),
  });
  conductor.start();
  audience?.watch();
  return {
    settled: conductor.ended.then(() => hooks.settle()),
    stop() {
      conductor.stop();
      audience?.leave();
      play.dispose();
      hooks.stop();
    },
  };
}
