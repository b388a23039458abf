import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { protocolVersion, type Endpoint, type LiveSession } from '../../shared/protocol';
import { relayFiles } from '../../shared/relayConfig';
import { missionControlFolder } from '../util/configHome';
import { readOrCreateKey } from '../util/hubKey';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/privateFolder';
import { Archive } from './archive';
import type { HookPayload } from './domain/event';
import { hookEvent, hookPayloadSchema } from './ingest/hookPayload';
import { isDeeperThan } from './ingest/json';
import { processTable } from './ingest/processes';
import { Registry } from './ingest/registry';
import { Transcripts } from './ingest/transcripts';
import { UsageLedger } from './ingest/usageLedger';
import { WorkTrees } from './ingest/workTrees';
import { LiveBoard } from './liveBoard';
import { trailLine } from './trail';
import { HubServer, type HookHeaders, type Intents } from './serve/server';

/** A payload nested deeper than this is refused: it could be parsed, but never sent on. */
const maxDepth = 500;

export interface HubOptions {
  readonly configHome: string;
  readonly port: number;
  readonly log: Log;
}

/** A hub that listens; `close` removes its files and settles when nothing of it is left. */
export interface RunningHub {
  readonly endpoint: Endpoint;
  readonly token: string;
  /** Settles when the whole history has been read. */
  readonly complete: Promise<void>;
  close(): Promise<void>;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Starts the hub of a config home. Rejects with `EADDRINUSE` when the port is taken. */
export async function startHub({ configHome, port, log }: HubOptions): Promise<RunningHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  const key = await readOrCreateKey(folder);
  const token = randomBytes(32).toString('hex');
  const startedAt = new Date().toISOString();

  const ledger = new UsageLedger();
  const trail = (session: LiveSession): void => log.debug(trailLine(session));
  const board = new LiveBoard(
    (now) => ledger.today(now),
    Date.now,
    trail,
    (id, error) => {
      log.error(`The card of ${id.slice(0, 8)} failed: ${describe(error)}`);
    },
  );
  const projects = path.join(configHome, 'projects');
  const transcripts = new Transcripts(
    projects,
    new PrivateFolder(folder.file('cache')),
    ledger,
    (event) => board.apply(event),
    (id) => board.isLive(id),
    log,
  );
  const registry = new Registry(path.join(configHome, 'sessions'), processTable(), (event) =>
    board.apply(event),
  );

  const onHook = (body: unknown, headers: HookHeaders): boolean => {
    if (isDeeperThan(body, maxDepth)) return false;
    const parsed = hookPayloadSchema.safeParse(body);
    if (!parsed.success) return false;
    const payload: HookPayload = parsed.data;
    const pid = headers.pid ?? headers.parentPid;
    const { entrypoint, sentAt } = headers;
    board.apply(hookEvent(payload, { pid, entrypoint, sentAt }, Date.now()));
    const ends = payload.hook_event_name === 'SessionEnd';
    if (pid !== undefined && !ends) void registry.adopt(pid, payload.session_id);
    if (payload.transcript_path !== undefined)
      void transcripts.look(path.resolve(payload.transcript_path));
    return true;
  };
  const archive = new Archive(folder, (error) => log.warn(`archived.json: ${String(error)}`));
  const intents: Intents = {
    setBudget: (budget) => board.setBudget(budget),
    archive(sessionId, archived) {
      if (board.get(sessionId) === undefined) return false;
      const at = Date.now();
      archive.set(sessionId, archived ? at : undefined);
      board.apply({ type: 'archive', sessionId, at, archived });
      return true;
    },
  };
  const workTrees = new WorkTrees(
    () => board.liveProjects(),
    (event) => board.apply(event),
  );
  const server = new HubServer({
    port,
    key,
    token,
    startedAt,
    board: () => board.snapshot(),
    onHook,
    intents,
    log,
  });
  board.onDidChange(({ changed, removed, summary }) => {
    if (removed.length > 0) server.stream.send({ type: 'removed', data: [...removed] });
    if (changed.length > 0) server.stream.send({ type: 'sessions', data: [...changed] });
    if (summary !== undefined) server.stream.send({ type: 'summary', data: summary });
  });

  let files: readonly { readonly name: string; readonly text: string }[] = [];
  const close = async (): Promise<void> => {
    registry.dispose();
    await transcripts.close();
    workTrees.dispose();
    await server.close();
    board.dispose();
    await archive.flush();
    // Another hub may have written its own since.
    if ((await folder.read('token')) === token)
      for (const { name } of files) await folder.remove(name);
  };
  try {
    await server.listen();
    const origin = `http://127.0.0.1:${server.port}`;
    const { pid } = process;
    const endpoint: Endpoint = { version: protocolVersion, url: origin, pid, startedAt };
    files = [
      { name: 'token', text: token },
      { name: 'endpoint.json', text: `${JSON.stringify(endpoint)}\n` },
      ...relayFiles({ pid, origin, token }),
    ];
    for (const { name, text } of files) await folder.write(name, text);
    for (const [sessionId, at] of await archive.load()) {
      board.apply({ type: 'archive', sessionId, at, archived: true });
    }
    await registry.start();
    workTrees.start();
    const complete = transcripts.start();
    log.info(`The hub listens at ${origin} for ${configHome}`);
    return {
      endpoint,
      token,
      complete,
      async close() {
        await close();
        log.info('The hub has stopped');
      },
    };
  } catch (error) {
    // Whatever is left open would keep the thread alive. The first error is the one that tells.
    await close().catch(() => undefined);
    throw error;
  }
}
