import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ControlWish } from '../../shared/protocol/control';
import type { MachinesWish } from '../../shared/protocol/machines/setting';
import type { Endpoint, LiveSession } from '../../shared/protocol/protocol';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { Closing } from '../util/closing';
import { Gate } from '../util/gate';
import { lastingHostId } from '../util/hub/hostId';
import { readOrCreateKey } from '../util/hub/hubKey';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/files/privateFolder';
import { RealPaths } from '../util/files/realPaths';
import type { ReachableHub } from '../util/hub/reachableHub';
import { hubName } from '../util/hub/provingKey';
import { Archive } from './store/archive';
import { Control, type ControlTimes } from './control/control';
import { controlCalls } from './calls/controlCalls';
import { historyCalls } from './calls/historyCalls';
import { markCalls } from './calls/markCalls';
import { FirstBoard } from './board/firstBoard';
import { ancestryOf } from './ingest/ancestry';
import { currentBoot, type Boot } from './ingest/boot';
import { allAgents, type Agents } from '../agents/agents';
import { UnknownNames } from './unknownNames';
import { hookIntake } from './hookIntake';
import { HubAttention } from './hubAttention';
import { openBoard } from './board/hubBoard';
import { openCollisions } from './hubCollisions';
import { openLayers } from './hubLayers';
import { openLooks } from './hubLooks';
import { openMachines, type HubMachines } from './hubMachines';
import { openPhones, type PhoneOptions } from './hubPhones';
import { openPrompts } from './hubPrompts';
import { openReviews } from './hubReviews';
import { openWorktrees } from './hubWorktrees';
import { HubLife } from './life/hubLife';
import { openReach, type HubReach, type HubReachParts } from './reach/hubReach';
import { Intake } from './intake';
import { Losses } from './store/losses';
import { Marks } from './store/marks';
import type { Phones } from './phone/phones';
import { promptCalls } from './calls/promptCalls';
import { runnerCalls } from './calls/runnerCalls';
import { certifiedRunners } from './signed/certifiedRunners';
import { LatestLimits } from './runners/latestLimits';
import { isInTerminal, Runners } from './runners/runners';
import type { StartReading } from './reading/reading';
import { Spending } from './reading/usage/spending';
import { CallRouter, type Handlers } from './serve/callRouter';
import { LiveStream } from './serve/liveStream';
import { HubServer } from './serve/server';
import { SharedSettings } from './serve/sharedSettings';
import { KeyDesk } from './signed/keyDesk';
import { KnownKeys } from './signed/knownKeys';
import { VouchedPhones } from './signed/vouchedPhones';
import { Seals } from './signed/seals';
import { RuleMatches } from './rules/ruleMatches';
import { beginReading, openSources } from './sources';
import { StateHistory } from './store/stateHistory';
import { Stranded } from './stranded/stranded';
import { transcriptCalls } from './calls/transcriptCalls';
import { viewCalls } from './calls/viewCalls';

export interface HubOptions {
  readonly configHome: string;
  /** The agents whose sessions are shown, in place of all. */
  readonly agents?: Agents;
  readonly port: number;
  /** The folder with the bundle of the hub's thread, `reading.js`. */
  readonly scripts: string;
  /** Reads in place of the thread of `reading.js`. */
  readonly startReading?: StartReading;
  readonly log: Log;
  /** Makes our folder where there is none; without it, a hub for a folder that is gone rejects. */
  readonly afresh?: boolean;
  /** Keys whose signatures count; more can be added while it runs. Disposed with the hub. */
  readonly keys?: KnownKeys;
  /** The same of phones. */
  readonly vouched?: VouchedPhones;
  /** The present run of the machine, where it is not the system that tells. */
  readonly boot?: Boot;
  /** Shows a code by which a person makes a key known. */
  readonly showCode?: (code: string) => void;
  /** Version of the extension that the hub is of. */
  readonly release?: string | undefined;
  /** The wish of whoever starts the hub; it holds until a window that connects says its own. */
  readonly control?: ControlWish | undefined;
  /** The same of the machines on its board. */
  readonly machines?: MachinesWish | undefined;
  /** True for a process that outlives the window which has started it, and ends by itself. */
  readonly outlives?: boolean;
  /** In place of the page beside the scripts, and of the usual ports. */
  readonly phones?: PhoneOptions;
  readonly controlTimes?: ControlTimes;
  /** How long the first board waits for transcripts, in ms, in place of the usual time. */
  readonly firstBoardMs?: number;
}

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

/** Makes the hub's parts, each from those before it, and starts them; they end in the opposite order. */
async function start(options: HubOptions, closing: Closing): Promise<RunningHub> {
  const { agents = allAgents, configHome, port, scripts, log, afresh = true } = options;
  const { keys = new KnownKeys(), vouched = new VouchedPhones() } = options;
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (afresh) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const token = randomBytes(32).toString('hex');
  const startedAt = new Date().toISOString();
  const name = hubName(token);
  let listens = false;
  let reach: HubReach | undefined;
  closing.defer(() => {
    if (listens) log.info('The hub has stopped');
  });

  // The facts, and the board made of them.
  const stream = new LiveStream();
  const tellWindow = stream.tell.bind(stream);
  const losses = new Losses(log, tellWindow);
  const archive = new Archive(folder, losses.of('archived.json'));
  closing.defer(() => archive.flush());
  const spending = new Spending();
  const control = new Control(
    log,
    (...asked) => attention.isInHand(...asked),
    options.controlTimes,
  );
  if (options.control !== undefined) control.offers.follow(options.control);
  const marks = new Marks(folder, losses.of('marks.json'));
  closing.defer(() => marks.flush());
  const board = closing.add(openBoard({ spending, control, marks, log }));

  // Where it is known from.
  const intake = new Intake(board, archive);
  const isWatched = (): boolean =>
    stream.readerCount > 0 || phones.news.devices.some(({ isConnected }) => isConnected);
  const unknown = closing.add(new UnknownNames(log));
  const matches = closing.add(new RuleMatches(log));
  const sources = openSources(
    { ...options, agents, folder, board, intake, spending, marks, matches, isWatched, unknown },
    closing,
  );
  const { projects, history, registry } = sources;

  // Who asks, and what they may do. The port is the last that is given back of it: the next hub
  // reads our files as soon as it has the port.
  const server = closing.add(new HubServer({ port, key, token, startedAt, stream, log }));
  closing.add(keys);
  closing.add(vouched);
  closing.add(control);
  const seals = new Seals({
    keys,
    hub: name,
    machine: () => machines.own,
    phones: () => phones.answering,
  });
  const { showCode } = options;
  const keyDesk = closing.add(new KeyDesk({ keys, hub: name, send: tellWindow, showCode }));
  const shown = (): readonly LiveSession[] => machines.board.snapshot().sessions;
  const attention: HubAttention = closing.add(
    new HubAttention({
      folder,
      log,
      losses,
      board,
      shown,
      send: tellWindow,
      isProven: (window) => control.offers.isSigned(window),
    }),
  );
  const runners = closing.add(
    new Runners({
      hub: name,
      isCertified: certifiedRunners(seals, keys),
      isElsewhere: (id) => isInTerminal(board.get(id)),
    }),
  );
  keys.onDidChange(() => runners.onKeys());
  const limits = closing.add(new LatestLimits());
  limits.onDidChange(() => board.flushSoon());
  const days = new PrivateFolder(folder.file('days'));
  const states = new StateHistory(days, losses.of('What the sessions did on a day'));
  closing.defer(() => states.flush());
  states.follow(board);
  const parts = {
    configHome,
    folder,
    log,
    losses,
    board,
    sources,
    attention,
    control,
    runners,
    keys,
    vouched,
    seals,
    realPaths: new RealPaths(),
  };
  const { windows } = attention;
  const stranded = new Stranded({
    folder,
    // Nobody wrote what is in it: its loss is for the log alone.
    onError: (error) => log.warn(`stranded.json: ${String(error)}`),
    boot: options.boot ?? currentBoot(),
    host: await lastingHostId(),
    hasOthers: () => reach?.place.hasOthers === true,
    board,
    windows,
    runners,
    processes: sources.processes,
    ancestry: ancestryOf(),
  });
  closing.defer(() => stranded.close());
  board.add(stranded);
  board.add(limits);
  intake.onDidTake(stranded.take);
  attention.onDidChangePresence(() => stranded.onPresence());
  runners.onDidChange((sessionId) => stranded.onRunner(sessionId));
  const looks = openLooks({ ...parts, spending });
  const isOurs = (): Promise<boolean> => reach?.isOurs() ?? Promise.resolve(false);
  const { prompts, acts } = openPrompts({ ...parts, name, isOurs });
  const layers = openLayers({ ...parts, matches, intake, windows, send: tellWindow }, closing);

  const collisions = openCollisions(parts);
  closing.defer(() => collisions.close());
  const reviews = openReviews(parts);
  closing.defer(() => reviews.close());
  board.add(looks); // What a card came to is known when all else is on it.
  const worktrees = openWorktrees(parts);

  const machines: HubMachines = closing.add(
    openMachines({ ...parts, scripts, hub: name, wanted: options.machines }),
  );
  attention.follow({ onDidChange: machines.board.onDidChangeOwn });
  const first = new FirstBoard(machines.board, options.firstBoardMs);
  closing.defer(() => first.show());
  // No window hears of this hub, nor offers to answer, before that.
  void first.opened.then(() => control.offers.open());
  const phones = openPhones({
    ...parts,
    board: machines.board,
    scripts,
    hub: name,
    machineId: () => machines.own,
    first,
    warnings: collisions.warnings,
    options: options.phones ?? {},
    router: () => router,
    send: tellWindow,
  });
  const life = closing.add(
    new HubLife({
      release: options.release,
      outlives: options.outlives ?? false,
      phones: () => phones.news.devices,
      isBusy: () => board.snapshot().summary.autonomousCount > 0,
      isInstalled: () => existsSync(scripts),
      send: tellWindow,
      onOver: (reason) => onRetired(reason),
    }),
  );
  const { followers } = layers;
  const settings = new SharedSettings();
  if (options.machines !== undefined) settings.setInitial('setMachines', options.machines);
  const others = [settings, keyDesk, losses, phones, life];
  stream.follow(machines.board, [attention, control.offers, ...followers, ...others]);
  const own: Handlers = {
    ...viewCalls({ first, board, projects, states, archive, intake, stranded }),
    ...historyCalls(history),
    ...transcriptCalls({ agents, board, history, configHome }),
    ...markCalls({ marks, board, projects, offers: control.offers }),
    ...attention.calls,
    lookAt: (look) => looks.look(look),
    ...controlCalls(control),
    ...promptCalls({ board, offers: control.offers, prompts, acts }),
    ...runnerCalls(runners, limits),
    ...layers.calls,
    ...collisions.calls,
    ...reviews.calls,
    ...worktrees.calls,
    ...machines.calls,
    ...keyDesk.calls,
    ...phones.calls,
    ...life.calls,
  };
  const called = { ...own, ...settings.before(own) };
  const router = new CallRouter(called, seals, machines.forwardOf(called));
  const fed = { agents, intake, board, control, runners, prompts, registry, projects };
  const onHook = hookIntake({ ...fed, unknown, log });

  await Promise.all([archive.load(), marks.load(), looks.load()]);
  await server.listen({
    board: () => first.snapshot(),
    onHook,
    calls: router,
  });
  listens = true;
  // Writes into the folder, so not before the port is ours; nobody finds this hub before its reach opens.
  await machines.identify();
  keyDesk.begin();
  const retired = new Gate();
  const onRetired = (reason: string): void => {
    log.warn(`${reason}; the hub at ${server.origin} stops`);
    void closing
      .close()
      .catch((error: unknown) => log.warn(`Its end was not clean: ${String(error)}`))
      .then(() => retired.open());
  };
  const takeLeft: HubReachParts['takeLeft'] = (body, headers) => onHook(body, headers, undefined);
  const place = { folder, server, key, token, startedAt, scripts, log };
  const onOthers = (): void => stranded.show();
  reach = closing.add(await openReach({ ...place, takeLeft, onRetired, onOthers }));
  const { isGuest } = reach.place;
  // Ends first: prompts are written only while the files say that this is the hub.
  closing.add(prompts);
  closing.defer(() => looks.close());
  closing.add(phones);
  await Promise.all([
    attention.load(),
    states.load(),
    prompts.load(),
    isGuest ? stranded.keepNothing() : stranded.load(),
    layers.load(),
    collisions.load(),
    reviews.load(),
  ]);
  machines.load();
  await beginReading({ sources, first, folder, days }, closing);
  await stranded.begin(await registry.leftBehind());
  void projects.recent.then(() => {
    stranded.showFromNow();
    board.flush(); // Cards of what was read last are not drawn yet: it is no news of now.
    looks.trust();
  });
  await phones.load();
  life.begin();
  log.info(`The hub listens at ${server.origin} for ${configHome}`);
  return {
    endpoint: reach.endpoint,
    token,
    reach: reach.hub,
    complete: projects.complete,
    retired: retired.opened,
    phones,
    close: () => closing.close(),
  };
}

/** A start fails so where another program, or another hub, has the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
