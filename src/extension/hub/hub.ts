import { randomBytes } from 'node:crypto';
import type { Board, Endpoint } from '../../shared/protocol/protocol';
import type { KeysNews } from '../../shared/protocol/keys';
import { missionControlFolder } from '../util/files/configHome';
import { Closing } from '../util/closing';
import { Gate } from '../util/gate';
import { readOrCreateKey } from '../util/hubKey';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/files/privateFolder';
import type { ReachableHub } from '../util/reachableHub';
import { hubName } from '../util/signing';
import { Archive } from './store/archive';
import { Control } from './control/control';
import { controlCalls } from './calls/controlCalls';
import { historyCalls } from './calls/historyCalls';
import { firstBoard } from './firstBoard';
import { hookIntake } from './hookIntake';
import { HubAttention } from './hubAttention';
import { openReach } from './reach/hubReach';
import { isInForeground } from './ingest/foreground';
import { Intake } from './intake';
import { Losses } from './store/losses';
import { LiveBoard } from './liveBoard';
import { promptCalls } from './calls/promptCalls';
import { Acts } from './prompts/acts';
import { fromPerson } from './prompts/fromPerson';
import { Prompts } from './prompts/prompts';
import { runnerCalls } from './calls/runnerCalls';
import { Runners } from './runners/runners';
import { Spending } from './scan/spending';
import { CallRouter, type Handlers } from './serve/callRouter';
import { LiveStream } from './serve/liveStream';
import { refusals } from './serve/refusal';
import { HubServer } from './serve/server';
import { KeyDesk } from './signed/keyDesk';
import { KnownKeys } from './signed/knownKeys';
import { Seals } from './signed/seals';
import { openSources } from './sources';
import { StateHistory } from './store/stateHistory';
import { trailLine } from './trail';
import { viewCalls } from './calls/viewCalls';

/** The past is read when the present has been shown for so long, in ms, and all its cost is known. */
const warmAfterMs = 3_000;

export interface HubOptions {
  readonly configHome: string;
  readonly port: number;
  /** The folder with the bundles of the hub's threads, `history.js` and `scan.js`. */
  readonly scripts: string;
  readonly log: Log;
  /** Makes our folder where there is none; without it, a hub for a folder that is gone rejects. */
  readonly afresh?: boolean;
  /** Whose signatures count; more can be added while it runs. Disposed with the hub. */
  readonly keys?: KnownKeys;
  /** Shows a code by which a person makes a key known. */
  readonly showCode?: (code: string) => void;
}

/** A hub that listens; `close` removes its files and settles when nothing of it is left. */
export interface RunningHub {
  readonly endpoint: Endpoint;
  readonly token: string;
  /** What a caller of this user needs. */
  readonly reach: ReachableHub;
  /** Settles when the whole history has been read. */
  readonly complete: Promise<void>;
  /** Settles when it has closed by itself: another hub serves the config home, or our folder was removed. */
  readonly retired: Promise<void>;
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
  const { configHome, port, scripts, log, afresh = true, keys = new KnownKeys() } = options;
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (afresh) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const token = randomBytes(32).toString('hex');
  const startedAt = new Date().toISOString();
  const name = hubName(token);

  let listens = false;
  closing.defer(() => {
    if (listens) log.info('The hub has stopped');
  });

  // What is known, and shown.
  const stream = new LiveStream();
  const tellWindow = stream.tell.bind(stream);
  const losses = new Losses(log, tellWindow);
  const archive = new Archive(folder, losses.of('archived.json'));
  closing.defer(() => archive.flush());
  const spending = new Spending();
  const control = new Control(log);
  const board = closing.add(
    new LiveBoard(
      (now) => spending.today(now),
      Date.now,
      (session) => log.debug(trailLine(session)),
      (id, error) => log.error(`The card of ${id.slice(0, 8)} failed: ${describe(error)}`),
      control.calls,
    ),
  );
  control.onDidChange((sessionId) => board.touch(sessionId));
  control.onDidEnd((event) => board.apply(event));

  // Where it is known from.
  const intake = new Intake(board, archive);
  const sources = openSources(
    { configHome, scripts, folder, board, intake, spending, log },
    closing,
  );
  const { projects, history, registry, processes, workTrees } = sources;

  // Who asks, and what they may do. The port is the last that is given back of it: the next hub
  // reads our files as soon as it has the port.
  const server = closing.add(new HubServer({ port, key, token, startedAt, stream, log }));
  closing.add(keys);
  closing.add(control);
  const seals = new Seals({ keys, hub: name });
  const { showCode } = options;
  const tellKeys = (window: string, data: KeysNews): void =>
    tellWindow(window, { type: 'keys', data });
  const keyDesk = closing.add(new KeyDesk({ keys, hub: name, send: tellKeys, showCode }));
  const attention = closing.add(
    new HubAttention({ folder, log, lossOf: (file) => losses.of(file), board, send: tellWindow }),
  );
  const { windows, places } = attention;
  const runners = closing.add(new Runners());
  const days = new PrivateFolder(folder.file('days'));
  const states = new StateHistory(days, losses.of('What the sessions did on a day'));
  closing.defer(() => states.flush());
  const process = {
    runners,
    windows,
    places,
    isInForeground,
    isGuess: (pid: number) => registry.isGuess(pid),
  };
  const prompts = new Prompts({
    ...process,
    folder,
    log,
    onKeptError: losses.of('prompts.json'),
    board,
    offers: control.offers,
    isThere: (pid) => processes.isThere(pid),
    isOurs: async () => (await folder.readIfFile('token')) === token,
    hub: name,
    isFromPerson: fromPerson(seals, keys),
  });
  board.join(prompts);
  attention.onDidChangePresence(() => prompts.onPresence());
  runners.onDidChange((sessionId) => prompts.onRunner(sessionId));
  keys.onDidChange(() => prompts.onKeys());
  const acts = new Acts({
    ...process,
    rest: (sessionId) => board.rest(sessionId),
    terminate: (sessionId) => registry.terminate(sessionId),
  });
  for (const known of [attention, control.offers, keyDesk, losses]) stream.tellOfWindows(known);
  board.onDidChange(({ changed, removed, summary }) => {
    if (removed.length > 0) stream.send({ type: 'removed', data: [...removed] });
    if (changed.length > 0) stream.send({ type: 'sessions', data: [...changed] });
    if (summary !== undefined) stream.send({ type: 'summary', data: summary });
    attention.update(changed, removed);
    prompts.update(changed, removed);
    for (const session of changed) states.note(session);
  });

  const ready = new Gate();
  closing.defer(() => ready.open());
  const whole = async (): Promise<Board> => {
    await ready.opened;
    return board.snapshot();
  };
  const handlers: Handlers = {
    ...viewCalls({ whole, board, projects, states }),
    ...historyCalls(history),
    ...attention.calls,
    ...controlCalls(control),
    ...promptCalls({
      session: (sessionId) => board.get(sessionId),
      offers: control.offers,
      prompts,
      acts,
    }),
    ...runnerCalls(runners),
    ...keyDesk.calls,
    setPrices: (prices) => projects.setPrices(prices),
    setBudget: (budget) => board.setBudget(budget),
    archive({ sessionId, archived }) {
      if (board.get(sessionId) === undefined) return refusals.session;
      const at = Date.now();
      archive.set(sessionId, archived ? at : undefined);
      return intake.take({ type: 'archive', sessionId, at, archived });
    },
  };
  const onHook = hookIntake({ intake, board, control, runners, prompts, registry, projects });

  await archive.load();
  await server.listen({ board: whole, onHook, calls: new CallRouter(handlers, seals) });
  listens = true;
  keyDesk.begin();
  const retired = new Gate();
  const reach = closing.add(
    await openReach({
      folder,
      server,
      key,
      token,
      startedAt,
      takeLeft: (body, headers) => onHook(body, headers, undefined),
      log,
      onRetired(reason) {
        log.warn(`${reason}; the hub at ${server.origin} stops`);
        void closing
          .close()
          .catch((error: unknown) => log.warn(`Its end was not clean: ${String(error)}`))
          .then(() => retired.open());
      },
    }),
  );
  // Ends first: prompts are written only while the files say that this is the hub.
  closing.add(prompts);
  await Promise.all([attention.load(), states.load(), prompts.load()]);
  await registry.start();
  const first = projects.start(registry.sessionIds());
  void firstBoard({ board, first, recent: projects.recent }).finally(() => ready.open());
  workTrees.start();
  const { complete } = projects;
  const warming = setTimeout(() => {
    void complete.then(() => history.warm());
    const others = ['cache', 'backups'].map((each) => new PrivateFolder(folder.file(each)));
    for (const one of [folder, days, ...others]) void one.tidy();
  }, warmAfterMs).unref();
  closing.defer(() => clearTimeout(warming));
  log.info(`The hub listens at ${server.origin} for ${configHome}`);
  return {
    endpoint: reach.endpoint,
    token,
    reach: reach.hub,
    complete,
    retired: retired.opened,
    close: () => closing.close(),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
