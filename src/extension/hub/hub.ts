import type { Endpoint } from '../../shared/protocol/protocol';
import { Closing } from '../util/closing';
import type { ReachableHub } from '../util/hub/reachableHub';
import { HubAttention } from './attention/feature';
import { handlersOf } from './feature';
import { FirstBoard } from './board/firstBoard';
import { controlCalls } from './calls/controlCalls';
import { historyCalls } from './calls/historyCalls';
import { markCalls } from './calls/markCalls';
import { transcriptCalls } from './calls/transcriptCalls';
import { viewCalls } from './calls/viewCalls';
import { openCore, type HubOptions } from './core';
import { hookIntake } from './hookIntake';
import { openCollisions } from './collisions/feature';
import { openLayers } from './layers/feature';
import { openLooks } from './looks/feature';
import { openMachines } from './machines/feature';
import { openPhones } from './phone/feature';
import { openPrompts } from './prompts/feature';
import { openReviews } from './review/feature';
import { openWorktrees } from './worktrees/feature';
import { openLife } from './life/feature';
import type { Phones } from './phone/phones';
import { openRunners } from './runners/feature';
import type { Handlers } from './serve/callRouter';
import { SharedSettings } from './serve/sharedSettings';
import { runFeatures } from './runFeatures';
import { openReading } from './sources';
import { PrivateFolder } from '../util/files/privateFolder';
import { StateHistory } from './store/stateHistory';
import { openStranded } from './stranded/feature';

export type { HubOptions } from './core';

/** A hub that listens; `close` removes its files and settles when nothing of it is left. */
export interface RunningHub {
  readonly endpoint: Endpoint;
  readonly token: string;
  /** The address and secrets that a caller of this user needs. */
  readonly reach: ReachableHub;
  /** Settles when the whole history has been read. */
  readonly complete: Promise<void>;
  /** Settles when it has closed by itself: another hub serves the config home, our folder was removed, or nobody needs it. */
  readonly retired: Promise<void>;
  readonly phones: Phones;
  close(): Promise<void>;
}

/** Starts the hub of a config home. Rejects with `EADDRINUSE` when the port is taken. */
export async function startHub(options: HubOptions): Promise<RunningHub> {
  const closing = new Closing();
  try {
    return await start(options, closing);
  } catch (error) {
    // Whatever is left open would keep the thread alive. The first error is the one that tells.
    await closing.close().catch(() => undefined);
    throw error;
  }
}

/** Makes the features of a hub, each from those before it, and runs them. */
async function start(options: HubOptions, closing: Closing): Promise<RunningHub> {
  const core = await openCore(options, closing);
  const { archive, board, control, folder, keyDesk, losses, marks, sources } = core;
  const { projects, history, registry } = sources;
  const running = openRunners(core);
  const { runners } = running;
  const days = new PrivateFolder(folder.file('days'));
  const states = new StateHistory(days, losses.of('What the sessions did on a day'));
  states.follow(board);
  const stranded = openStranded({ ...core, runners });
  const looks = openLooks(core);
  const prompts = openPrompts({ ...core, runners });
  const layers = openLayers(core);
  const collisions = openCollisions(core);
  const reviews = openReviews(core);
  const machines = openMachines(core);
  const first = new FirstBoard(machines.board, options.firstBoardMs);
  // No window hears of this hub, nor offers to answer, before that.
  void first.opened.then(() => control.offers.open());
  const { offers } = control;
  const attention = new HubAttention(core, machines.board);
  const { warnings } = collisions;
  const phones = openPhones({ ...core, joined: machines.board, first, warnings });
  const settings = new SharedSettings(options.machines);
  const features = [
    { calls: markCalls({ marks, board, projects, offers }), prepare: () => marks.load() },
    prompts,
    attention,
    { calls: controlCalls(control), subscribers: [offers] },
    running,
    { load: () => states.load(), close: () => states.flush() },
    stranded,
    running.limits,
    layers,
    collisions,
    reviews,
    openWorktrees(core),
    machines,
    {
      calls: viewCalls({ ...core, ...stranded, first, projects, states }),
      prepare: () => archive.load(),
      close: () => first.show(),
    },
    { calls: { ...historyCalls(history), ...transcriptCalls({ ...core, history }) } },
    openReading({ ...core, first, days, stranded: stranded.stranded, looks }),
    { calls: keyDesk.calls, subscribers: [settings, keyDesk, losses] },
    looks,
    phones,
    openLife(core, phones.phones),
  ] as const;
  const own: Handlers = handlersOf(features);
  const called = { ...own, ...settings.before(own) };
  core.router.serve(called, machines.forwardOf(called));
  const served = {
    board: () => first.snapshot(),
    onHook: hookIntake({ ...core, ...prompts, runners, projects, registry }),
    calls: core.router,
  };
  const onOthers = (): void => stranded.stranded.show();
  const { endpoint, hub } = await runFeatures(
    features,
    core,
    { joined: machines.board, served, onOthers },
    closing,
  );
  core.log.info(`The hub listens at ${core.server.origin} for ${core.configHome}`);
  return {
    endpoint,
    token: core.token,
    reach: hub,
    complete: projects.complete,
    retired: core.retired.opened,
    phones: phones.phones,
    close: () => closing.close(),
  };
}

/** A start fails so where another program, or another hub, has the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
