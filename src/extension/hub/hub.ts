import type { Endpoint } from '../../shared/protocol/protocol';
import { ClosableStore } from '../util/closableStore';
import type { ReachableHub } from '../util/hub/reachableHub';
import { HubAttention } from './attention/feature';
import { handlersOf } from './feature';
import { createCore, type HubOptions } from './core';
import { hookIntake } from './hookIntake';
import { createCollisionsFeature } from './collisions/feature';
import { createGrantsFeature } from './grants/feature';
import { createLayersFeature } from './layers/feature';
import { createLooksFeature } from './looks/feature';
import { createMachinesFeature } from './machines/feature';
import { createPhonesFeature } from './phone/feature';
import { createAwakeFeature } from './awake/feature';
import { createPromptsFeature } from './prompts/feature';
import { createReviewsFeature } from './review/feature';
import { createWorktreesFeature } from './worktrees/feature';
import { createLifeFeature } from './life/feature';
import type { Phones } from './phone/phones';
import { createRunnersFeature } from './runners/feature';
import { createSchedulesFeature } from './schedules/feature';
import type { Handlers } from './serve/callRouter';
import { SharedSettings } from './serve/sharedSettings';
import { runFeatures } from './runFeatures';
import { createViewsFeature } from './calls/feature';
import { createControlFeature } from './control/feature';
import { createReadingFeature } from './reading/feature';
import { createStatesFeature } from './store/feature';
import { createStrandedFeature } from './stranded/feature';

export type { HubOptions } from './core';

/** A running hub; `close` removes its files and resolves when everything has stopped. */
export interface RunningHub {
  readonly endpoint: Endpoint;
  readonly token: string;
  /** Address and secrets for callers of this user. */
  readonly reach: ReachableHub;
  /** Resolves when the entire history has been read. */
  readonly complete: Promise<void>;
  /**
   * Resolves when the hub has closed by itself: another hub serves the config home, our folder was
   * removed, or nobody needs it.
   */
  readonly retired: Promise<void>;
  readonly phones: Phones;
  close(): Promise<void>;
}

/** Starts the hub of a config home. Rejects with `EADDRINUSE` if the port is taken. */
export async function startHub(options: HubOptions): Promise<RunningHub> {
  const closing = new ClosableStore();
  try {
    return await start(options, closing);
  } catch (error) {
    // Anything left open would keep the thread alive. Errors of closing are ignored: the caller
    // gets the original error.
    await closing.close().catch(() => undefined);
    throw error;
  }
}

/** Creates the features of a hub, each from those before it, and runs them. */
async function start(options: HubOptions, closing: ClosableStore): Promise<RunningHub> {
  const core = await createCore(options, closing);
  const runnerFeature = createRunnersFeature(core);
  const { runners } = runnerFeature;
  const stateFeature = createStatesFeature(core);
  const strandedFeature = createStrandedFeature({ ...core, runners });
  const { stranded } = strandedFeature;
  const looks = createLooksFeature(core);
  const prompts = createPromptsFeature({ ...core, runners });
  const layers = createLayersFeature(core);
  const collisions = createCollisionsFeature(core);
  const reviews = createReviewsFeature(core);
  const machines = createMachinesFeature(core);
  const joined = machines.board;
  const attention = new HubAttention(core, joined);
  const grants = createGrantsFeature(core);
  const views = createViewsFeature(core, {
    ...stateFeature,
    joined,
    stranded,
    ledger: grants.ledger,
  });
  const { first } = views;
  const phones = createPhonesFeature({ ...core, ...collisions, joined, first });
  const settings = new SharedSettings(options.machines);
  const features = [
    prompts,
    attention,
    createControlFeature(core),
    grants,
    runnerFeature,
    stateFeature,
    strandedFeature,
    runnerFeature.limits,
    layers,
    collisions,
    reviews,
    createWorktreesFeature(core),
    createSchedulesFeature(core),
    createAwakeFeature({ ...core, joined }),
    machines,
    views,
    createReadingFeature(core, { ...stateFeature, first, stranded, looks }),
    { calls: settings.calls, subscribers: [settings] },
    { calls: core.keyDesk.calls, subscribers: [core.keyDesk, core.losses] },
    looks,
    phones,
    createLifeFeature(core, phones.phones),
  ] as const;
  const featureHandlers: Handlers = handlersOf(features);
  const handlers = { ...featureHandlers, ...settings.withSharedValues(featureHandlers) };
  core.router.setHandlers(handlers, machines.createForward(handlers));
  const onHook = hookIntake({ ...core, ...core.sources, ...prompts, runners });
  const onOthers = (): void => stranded.updateOffer();
  const { endpoint, hub } = await runFeatures(
    features,
    core,
    { joined, first, onHook, onOthers },
    closing,
  );
  core.log.info(`The hub listens at ${core.server.origin} for ${core.configHome}`);
  return {
    endpoint,
    token: core.token,
    reach: hub,
    complete: core.sources.projects.complete,
    retired: core.retired.opened,
    phones: phones.phones,
    close: () => closing.close(),
  };
}

/** True if `startHub` rejected because another program or hub has the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
