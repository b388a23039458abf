import type { MessagePort } from 'node:worker_threads';
import { agentsWith, transcriptsOf, type Agents } from '../../agents/agents';
import { PrivateFolder } from '../../util/files/privateFolder';
import { Slices } from '../../util/thread/slices';
import { Catalogue } from './catalogue';
import type { ReadingQuestion, FromReading, ReadingRequest, ReadingThreadData } from './messages';
import { PastCache } from './past/pastCache';
import { Scan } from './usage/scan';

/** Maximum time in ms of work without handling messages. */
const sliceMs = 8;

/** Handles the requests that a port receives, until a `close` request. */
export function serveReading(
  port: MessagePort,
  { configHome, agents: ids, cacheFolder: folder, restMs }: ReadingThreadData,
  agents: Agents = agentsWith(ids),
): void {
  const emit = (message: FromReading): void => port.postMessage(message);
  const cacheFolder = new PrivateFolder(folder);
  const slices = new Slices(sliceMs);
  const homes = transcriptsOf(agents, configHome);
  const catalogue = new Catalogue({ homes, slices, emit });
  const parts = { homes, catalogue, cacheFolder, slices, emit };
  const scan = new Scan(parts);
  const past = new PastCache(parts, restMs);
  const pending = new Map<number, AbortController>();

  function answer(ask: ReadingQuestion, signal: AbortSignal): Promise<unknown> {
    switch (ask.name) {
      case 'split':
        return scan.split(ask.request.sessionId);
      case 'search':
        return past.use((all) => all.search(ask.request));
      case 'session':
        return past.use((all) => all.session(ask.request.sessionId));
      case 'searchText':
        return past.use((all) =>
          all.searchText(
            ask.request,
            (event) => emit({ type: 'event', id: ask.id, event }),
            signal,
          ),
        );
    }
  }

  async function handle(ask: ReadingQuestion): Promise<void> {
    const { id } = ask;
    const abort = new AbortController();
    pending.set(id, abort);
    try {
      emit({ type: 'answer', id, answer: await answer(ask, abort.signal) });
    } catch (error) {
      emit({ type: 'failed', id, reason: describe(error) });
    }
    pending.delete(id);
  }

  async function close(): Promise<void> {
    for (const abort of pending.values()) abort.abort();
    await Promise.all([scan.close(), past.drop()]);
  }

  port.on('message', (request: ReadingRequest) => {
    switch (request.type) {
      case 'begin':
        void scan.begin(request.first);
        break;
      case 'look':
        scan.countSoon(request.file);
        break;
      case 'prices':
        void scan.setPrices(request.prices);
        break;
      case 'warm':
        void past.readAndSave();
        break;
      case 'ask':
        void handle(request);
        break;
      case 'cancel':
        pending.get(request.id)?.abort();
        break;
      case 'close':
        void close().finally(() => port.close());
        break;
    }
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
