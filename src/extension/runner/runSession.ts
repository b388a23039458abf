import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { placesIn } from '../agents/claude/home/places';
import type { RunnerJob, RunnerNews, RunnerOrder } from '../../shared/protocol/runner';
import { processTable } from '../hub/ingest/processes';
import { parseRegistryFile, registryPid } from '../agents/claude/registry/registryFile';
import { Client, completesWithin, type ClientEnd } from '../agents/claude/run/client';
import { signal, startClient } from '../agents/claude/run/clientProcess';
import { askAnswer, hookPayload } from '../agents/claude/run/askAnswer';
import { HubConnection } from './hubConnection';

/** A client that sends nothing for this long after its start, in ms, is terminated. */
const startTimeoutMs = 60_000;
/** An idle session that no window watches ends after this time, in ms; it can be resumed. */
const unwatchedMs = 10 * 60_000;
const checkMs = 15_000;

/** Exit codes of a shell that did not find the command or may not run it. */
const notFoundCodes: ReadonlySet<number | undefined> = new Set([126, 127, 9009]);
const notFoundWords = /not found|not recognized|no such file/iu;
const loginWords = /not logged in|\/login/iu;

/** Runs one session without a terminal until its client ends. */
export async function runSession(
  job: RunnerJob,
  tell: (news: RunnerNews) => void,
  patienceMs = unwatchedMs,
): Promise<void> {
  const { configHome, sessionId, folder, prompt, key } = job;
  const holder = await findHolder(configHome, sessionId);
  if (holder !== undefined) return tell({ type: 'failed', reason: 'held', detail: String(holder) });
  const child = startClient(job);
  let isFirst = true;
  const client = new Client(child, {
    async onAsk(ask, takenBack) {
      const answer = await line.decide(hookPayload(ask, sessionId, folder), takenBack);
      return askAnswer(ask, answer);
    },
    onTurnEnd(failure) {
      if (isFirst && failure !== undefined && loginWords.test(failure)) {
        tell({ type: 'failed', reason: 'login', detail: failure });
        void client.end();
      }
      isFirst = false;
    },
    onLimits: (limits) => line.reportLimits(limits),
  });
  const handleOrder = (order: RunnerOrder): void => {
    switch (order.act) {
      case 'prompt':
        return client.prompt(order.text);
      case 'interrupt':
        return client.interrupt();
      case 'end':
        return void client.end();
    }
  };
  const line = new HubConnection(configHome, sessionId, key, handleOrder);
  const startResult = await Promise.race([
    client.ended,
    completesWithin(startTimeoutMs, client.ready),
  ]);
  if (startResult !== true) {
    signal(child, 'SIGKILL');
    return tell({ type: 'failed', ...(startResult === false ? silent : failureOf(startResult)) });
  }
  tell({ type: 'started' });
  client.prompt(prompt);
  void line.run();
  const idleCheck = setInterval(
    () => {
      if (performance.now() - line.heardAt > patienceMs && !client.isWorking) void client.end();
    },
    Math.min(checkMs, patienceMs),
  );
  const endClient = (): void => void client.end();
  process.once('SIGTERM', endClient);
  await client.ended;
  process.off('SIGTERM', endClient);
  clearInterval(idleCheck);
  line.close();
}

type Failure = Omit<Extract<RunnerNews, { type: 'failed' }>, 'type'>;

const silent: Failure = { reason: 'silent', detail: '' };

function failureOf({ code, words }: ClientEnd): Failure {
  const isMissing = notFoundCodes.has(code) || (code === 1 && /not recognized/iu.test(words));
  const missing = isMissing && notFoundWords.test(words);
  return { reason: missing ? 'missing' : 'ended', detail: words.trim() };
}

/**
 * The process id of the running process that runs a session, from the client's own registry;
 * undefined if there is none.
 */
async function findHolder(configHome: string, sessionId: string): Promise<number | undefined> {
  const { registry: folder } = placesIn(configHome);
  const processes = processTable();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = registryPid(name);
    if (pid === undefined) continue;
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
    const entry = parseRegistryFile(text, pid);
    if (entry?.sessionId !== sessionId) continue;
    if (await processes.isAlive(pid, entry.process.procStart)) return pid;
  }
  return undefined;
}
