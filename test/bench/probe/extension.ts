import * as fs from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { probeVariable, type HostFigures } from './figures';
import { inspectThread, type Post } from './inspectedThread';
import { StallWatch } from './stallWatch';

const hubScript = /mission-control[^/]*\/dist\/hub\.js$/u;
const attachMs = 2_000;

const watch = new StallWatch();

/** Starts a server that returns measured values of this extension host. */
export function activate(): void {
  const file = process.env[probeVariable];
  if (file === undefined) return;
  watch.start();
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    answer().then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    fs.writeFileSync(`${file}.new`, String(port));
    fs.renameSync(`${file}.new`, file);
  });
}

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  '/figures': figures,
  '/stall': () => Promise.resolve(watch.take()),
  '/profile/start': startProfile,
  '/profile/stop': stopProfile,
};

async function figures(): Promise<HostFigures> {
  const stall = watch.take();
  const session = new Session();
  session.connect();
  try {
    const main = await inspectThread(postTo(session));
    const hub = await inspectHub(session);
    const { rss } = process.memoryUsage();
    return { pid: process.pid, rss, stall, main, hub };
  } finally {
    session.disconnect();
    watch.forget(); // Discards the stalls that the inspection itself caused.
  }
}

function postTo(session: Session): Post {
  return (method, params) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error: Error | null, result: unknown) => {
        if (error === null) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
    });
}

interface Attached {
  readonly params: { readonly sessionId: string; readonly workerInfo: { readonly url: string } };
}

/** Inspects the hub's worker thread through the inspector of the thread that started it. */
async function inspectHub(session: Session): Promise<HostFigures['hub']> {
  const post = postTo(session);
  const attached = new Promise<string | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), attachMs);
    session.on('NodeWorker.attachedToWorker', ({ params }: Attached) => {
      if (hubScript.test(params.workerInfo.url)) resolve(params.sessionId);
    });
  });
  await post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const sessionId = await attached;
  if (sessionId === undefined) return undefined;
  const waiting = new Map<number, (message: WorkerAnswer) => void>();
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }: FromWorker) => {
    const message = JSON.parse(params.message) as WorkerAnswer;
    waiting.get(message.id ?? -1)?.(message);
  });
  let lastId = 0;
  const inWorker: Post = async (method, params) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<WorkerAnswer>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await post('NodeWorker.sendMessageToWorker', { sessionId, message });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const found = await inspectThread(inWorker);
  await post('NodeWorker.disable');
  return found;
}

interface FromWorker {
  readonly params: { readonly message: string };
}

interface WorkerAnswer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

let profiling: Session | undefined;

async function startProfile(): Promise<object> {
  profiling = new Session();
  profiling.connect();
  const post = postTo(profiling);
  await post('Profiler.enable');
  await post('Profiler.setSamplingInterval', { interval: 200 });
  await post('Profiler.start');
  return {};
}

async function stopProfile(): Promise<unknown> {
  if (profiling === undefined) throw new Error('No profile was started');
  const { profile } = (await postTo(profiling)('Profiler.stop')) as { readonly profile: unknown };
  profiling.disconnect();
  return profile;
}
