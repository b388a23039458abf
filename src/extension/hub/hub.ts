import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import {
  archiveSchema,
  budgetSchema,
  protocolVersion,
  routes,
  type Endpoint,
  type LiveSession,
} from '../../shared/protocol';
import { priceOverridesSchema } from '../../shared/prices';
import { relayFiles, type RelayWay } from '../../shared/relayConfig';
import { missionControlFolder } from '../util/configHome';
import { Gate } from '../util/gate';
import { hubProof, readOrCreateKey } from '../util/hubKey';
import type { Log } from '../util/log';
import { hubName } from '../util/signing';
import { PrivateFolder } from '../util/privateFolder';
import { wayTo, type HubWay, type ReachableHub } from '../util/reachableHub';
import { Archive } from './archive';
import { History } from './history/history';
import { historyQuestions } from './historyQuestions';
import { HubAttention } from './hubAttention';
import { Control } from './control/control';
import { controlIntents } from './controlIntents';
import { HubFiles } from './hubFiles';
import { Losses } from './kept/losses';
import type { DomainEvent, HookPayload } from './domain/event';
import { costOf } from './domain/usage';
import { hookEvent, hookPayloadSchema } from './ingest/hookPayload';
import { isInForeground } from './ingest/foreground';
import { isDeeperThan } from './ingest/json';
import { processTable } from './ingest/processes';
import { Registry } from './ingest/registry';
import { WorkTrees } from './ingest/workTrees';
import { LiveBoard } from './liveBoard';
import { Projects } from './projects';
import { promptIntents } from './promptIntents';
import { fromPerson } from './prompts/fromPerson';
import { runnerIntents, runnerQuestions } from './runnerIntents';
import { Runners } from './runners/runners';
import { Acts } from './prompts/acts';
import { Prompts } from './prompts/prompts';
import { StateHistory } from './stateHistory';
import { trailLine } from './trail';
import { viewQuestions } from './viewQuestions';
import { intent, Intents } from './serve/intents';
import { KeyDesk } from './signed/keyDesk';
import { KnownKeys } from './signed/knownKeys';
import { Seals } from './signed/seals';
import { refusals } from './serve/refusal';
import type { HookHeaders } from './serve/hookHeaders';
import { HubServer, type ServerOptions } from './serve/server';
import { HubSocket } from './hubSocket';
import { HookFolder } from './hookFolder';

/** The first board waits for the transcripts of living sessions, but no longer than this, in ms. */
const readyWithinMs = 2_000;

/** The past is read when the present has been shown for so long, in ms, and all its cost is known. */
const warmAfterMs = 3_000;

/** A payload nested deeper than this is refused: it could be parsed, but never sent on. */
const maxDepth = 500;

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

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A shell cannot work out a proof: it is told of one question and the answer that this hub alone gives. */
function relayWay(way: HubWay, port: number): RelayWay {
  if ('socketPath' in way) return way;
  const nonce = randomBytes(24).toString('hex');
  return { nonce, proof: hubProof(way.key, nonce, port) };
}

/** Starts the hub of a config home. Rejects with `EADDRINUSE` when the port is taken. */
export async function startHub({
  configHome,
  port,
  scripts,
  log,
  afresh = true,
  keys = new KnownKeys(),
  showCode,
}: HubOptions): Promise<RunningHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (afresh) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const token = randomBytes(32).toString('hex');
  const startedAt = new Date().toISOString();
  const name = hubName(token);
  const seals = new Seals({ keys, hub: name });
  const keyDesk = new KeyDesk({
    keys,
    seals,
    hub: name,
    send: (window, data) => server.stream.tell(window, { type: 'keys', data }),
    showCode,
  });

  const control = new Control(log, {
    onChange: (sessionId) => board.touch(sessionId),
    onEnd: (type, { sessionId, id }, at) => board.apply({ type, sessionId, callId: id, at }),
  });
  const trail = (session: LiveSession): void => log.debug(trailLine(session));
  const board = new LiveBoard(
    (now) => projects.today(now),
    Date.now,
    trail,
    (id, error) => {
      log.error(`The card of ${id.slice(0, 8)} failed: ${describe(error)}`);
    },
    control.calls,
    { cardOf: (session) => prompts.cardOf(session) },
  );
  const projectsFolder = path.join(configHome, 'projects');
  const cacheFolder = folder.file('cache');
  const losses = new Losses(log, (window, message) => server.stream.tell(window, message));
  const archive = new Archive(folder, losses.of('archived.json'));
  /** Whatever tells of a session first brings in what else is known of it. */
  const apply = (event: DomainEvent): void => {
    const { sessionId } = event;
    const isKnown = board.isKnown(sessionId);
    board.apply(event);
    if (event.type === 'transcriptRead') {
      const unseen = board.unseen(sessionId);
      if (unseen !== undefined) void registry.claim(sessionId, unseen, projects.isFollowed);
    }
    if (isKnown) return;
    const at = archive.dismissedAt(sessionId);
    if (at !== undefined) board.apply({ type: 'archive', sessionId, at, archived: true });
    projects.introduce(sessionId);
  };
  const projects = new Projects({
    projects: projectsFolder,
    cacheFolder,
    scanScript: path.join(scripts, 'scan.js'),
    emit: apply,
    forget: (sessionId) => board.forget(sessionId),
    isKnown: (sessionId) => board.isKnown(sessionId),
    isLive: (sessionId) => board.isLive(sessionId),
    onSpending: (scan) => board.spent(scan),
    log,
  });
  const processes = processTable();
  const registry = new Registry(path.join(configHome, 'sessions'), processes, apply);

  const onHook: ServerOptions['onHook'] = (body, headers, staying) => {
    if (isDeeperThan(body, maxDepth)) return 'unreadable';
    const parsed = hookPayloadSchema.safeParse(body);
    if (!parsed.success) return 'unreadable';
    const payload: HookPayload = parsed.data;
    const pid = headers.pid ?? headers.parentPid;
    const { entrypoint, sentAt } = headers;
    const { session_id: sessionId, hook_event_name: name } = payload;
    // Its runner asks for the same, and waits for the answer.
    const isAskedTwice = name === 'PermissionRequest' && entrypoint !== undefined;
    if (isAskedTwice && runners.has(sessionId)) return 'taken';
    const folder = board.get(sessionId)?.projectPath;
    const { waitsFor, call } = staying ?? {};
    const decides = waitsFor === 'decision' ? call : undefined;
    const callId = control.hold(payload, entrypoint, folder, decides);
    const event = hookEvent(payload, { pid, entrypoint, sentAt, callId }, Date.now());
    if (waitsFor !== 'prompt' || !headers.again) {
      apply(event);
      prompts.onHook(payload, event.at);
    }
    const ends = payload.hook_event_name === 'SessionEnd';
    if (pid !== undefined && !ends) void registry.adopt(pid, payload.session_id);
    if (payload.transcript_path !== undefined) projects.look(path.resolve(payload.transcript_path));
    if (waitsFor === 'prompt' && call !== undefined) {
      return prompts.holdWaker(payload, pid, call) ? 'held' : 'taken';
    }
    return callId === undefined ? 'taken' : 'held';
  };
  const days = new PrivateFolder(folder.file('days'));
  const states = new StateHistory(days, losses.of('What the sessions did on a day'));
  const attention = new HubAttention({
    folder,
    log,
    lossOf: (name) => losses.of(name),
    board,
    send: (window, message) => server.stream.tell(window, message),
    onPresence: () => prompts.onPresence(),
  });
  const { windows, places } = attention;
  const runners = new Runners((sessionId) => prompts.onRunner(sessionId));
  const prompts = new Prompts({
    folder,
    log,
    onKeptError: losses.of('prompts.json'),
    board,
    windows,
    places,
    offers: control.offers,
    runners,
    isInForeground,
    isGuess: (pid) => registry.isGuess(pid),
    isThere: (pid) => processes.isThere(pid),
    isOurs: async () => (await folder.readIfFile('token')) === token,
    hub: name,
    isFromPerson: fromPerson(seals, keys),
  });
  keys.onDidChange(() => prompts.onKeys());
  const acts = new Acts({
    rest: (sessionId) => board.rest(sessionId),
    windows,
    places,
    runners,
    isInForeground,
    isGuess: (pid) => registry.isGuess(pid),
    terminate: (sessionId) => registry.terminate(sessionId),
  });
  const intents = new Intents({
    ...attention.intents,
    ...keyDesk.intents,
    ...controlIntents(control, seals),
    ...runnerIntents(runners),
    ...promptIntents({
      session: (sessionId) => board.get(sessionId),
      offers: control.offers,
      prompts,
      acts,
      seals,
    }),
    [routes.prices]: intent(priceOverridesSchema, (prices) => {
      projects.setPrices(prices);
      return undefined;
    }),
    [routes.budget]: intent(budgetSchema, (budget) => {
      board.setBudget(budget);
      return undefined;
    }),
    [`${routes.sessions}/:id/archive`]: intent(archiveSchema, ({ archived }, sessionId) => {
      if (board.get(sessionId) === undefined) return { refusal: refusals.session };
      const at = Date.now();
      archive.set(sessionId, archived ? at : undefined);
      apply({ type: 'archive', sessionId, at, archived });
      return undefined;
    }),
  });
  const history = new History({
    script: path.join(scripts, 'history.js'),
    projects: projectsFolder,
    cacheFolder,
    costOf: (sessionId) => costOf(projects.totalOf(sessionId)),
    log,
  });
  const questions = new Intents({
    ...historyQuestions(history),
    ...runnerQuestions(runners),
    ...viewQuestions({ board, projects, prompts, states }),
  });
  const workTrees = new WorkTrees(() => board.liveProjects(), apply);
  const ready = new Gate();
  const server = new HubServer({
    port,
    key,
    token,
    startedAt,
    async board() {
      await ready.opened;
      return board.snapshot();
    },
    onHook,
    intents,
    questions,
    readers: [attention, control.offers, keyDesk, losses],
    log,
  });
  board.onDidChange(({ changed, removed, summary }) => {
    if (removed.length > 0) server.stream.send({ type: 'removed', data: [...removed] });
    if (changed.length > 0) server.stream.send({ type: 'sessions', data: [...changed] });
    if (summary !== undefined) server.stream.send({ type: 'summary', data: summary });
    attention.update(changed, removed);
    prompts.update(changed, removed);
    for (const session of changed) states.note(session);
  });

  let files: HubFiles | undefined;
  let left: HookFolder | undefined;
  let warming: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeOnce());
  const closeOnce = async (): Promise<void> => {
    await prompts.close();
    // While the port is still ours: the next hub writes its own files as soon as it has the port.
    await files?.remove();
    await left?.close();
    // So is the day: what it was read from must be whole by then.
    await states.flush();
    clearTimeout(warming);
    attention.dispose();
    control.dispose();
    keyDesk.dispose();
    keys.dispose();
    runners.dispose();
    registry.dispose();
    workTrees.dispose();
    ready.open();
    await server.close();
    await Promise.all([projects.close(), history.close()]);
    board.dispose();
    await Promise.all([archive.flush(), attention.flush()]);
    if (files !== undefined) log.info('The hub has stopped');
  };
  try {
    await archive.load();
    await server.listen();
    keyDesk.begin();
    const origin = `http://127.0.0.1:${server.port}`;
    const { pid } = process;
    const socket = await HubSocket.open(folder, server, log);
    const takeLeft = (body: unknown, headers: HookHeaders) => onHook(body, headers, undefined);
    left = socket && (await HookFolder.open(folder, socket.name, takeLeft, log));
    const endpoint: Endpoint = {
      version: protocolVersion,
      url: origin,
      pid,
      startedAt,
      ...(socket && { socket: socket.name }),
    };
    const way = wayTo(endpoint, folder, key);
    const others = [
      { name: 'endpoint.json', text: `${JSON.stringify(endpoint)}\n` },
      ...relayFiles({
        pid,
        origin,
        token,
        way: relayWay(way, server.port),
        events: left && { folder: left.name, procStart: left.procStart },
      }),
    ];
    const retired = new Promise<void>((resolve) => {
      files = new HubFiles({ folder, token, others, named: [socket, left], log }, (reason) => {
        log.warn(`${reason}; the hub at ${origin} stops`);
        void close()
          .catch((error: unknown) => log.warn(`Its end was not clean: ${String(error)}`))
          .then(resolve);
      });
    });
    await files?.start();
    await Promise.all([attention.load(), states.load(), prompts.load()]);
    await registry.start();
    setTimeout(() => ready.open(), readyWithinMs).unref();
    void projects.start(registry.sessionIds()).finally(() => ready.open());
    workTrees.start();
    const { complete } = projects;
    warming = setTimeout(() => {
      void complete.then(() => history.warm());
      const others = ['cache', 'backups'].map((name) => new PrivateFolder(folder.file(name)));
      for (const one of [folder, days, ...others]) void one.tidy();
    }, warmAfterMs).unref();
    log.info(`The hub listens at ${origin} for ${configHome}`);
    const reach = { url: origin, token, way };
    return { endpoint, token, reach, complete, retired, close };
  } catch (error) {
    // Whatever is left open would keep the thread alive. The first error is the one that tells.
    await close().catch(() => undefined);
    throw error;
  }
}
