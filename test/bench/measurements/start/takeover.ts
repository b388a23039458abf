import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { routes, type Endpoint } from '../../../../src/shared/protocol/protocol';
import { freePort } from '../../../support/hub/wire/freePorts';
import { freshHome } from '../../freshHome';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Bench, type Measurement, type Row } from '../../measurement';
import { duration, median } from '../../statistics';

const rounds = 8;
const windowCount = 3;
const budgetMs = 2_000;
const pollMs = 5;
const timeoutMs = 30_000;

type End = 'close' | 'kill';

/**
 * Measures the time without a hub after the end of the window that runs it, until the next hub
 * answers for the first time.
 */
export const takeover: Measurement = {
  name: 'takeover',
  async measure(bench) {
    return [
      row('the hub moves when its window closes', await measure(bench, 'close')),
      row('the hub moves when its process is killed', await measure(bench, 'kill')),
    ];
  },
};

async function measure(bench: Bench, end: End): Promise<readonly number[]> {
  using home = freshHome();
  const { configHome } = home;
  const port = await freePort();
  const open = async (): Promise<HostProcess> => {
    await using host = await HostProcess.ready(bench.bundles, { mode: 'window', configHome, port });
    host.start();
    return host;
  };
  const windows: HostProcess[] = [];
  const gaps: number[] = [];
  try {
    while (windows.length < windowCount) windows.push(await open());
    for (let round = 0; round < rounds; round += 1) {
      const hub = await nextHub(configHome);
      // The other windows have to connect to this hub before it ends.
      await delay(500);
      const [own] = windows.splice(
        windows.findIndex(({ pid }) => pid === hub.pid),
        1,
      );
      if (own === undefined) throw new Error('The hub runs in none of the windows');
      const since = performance.now();
      if (end === 'kill') process.kill(own.pid, 'SIGKILL');
      const closed = own.close();
      await nextHub(configHome, hub);
      gaps.push(performance.now() - since);
      await closed;
      windows.push(await open());
    }
  } finally {
    for (const window of windows) await window.close();
  }
  return gaps;
}

/** Waits until a hub other than `before` answers. */
async function nextHub(configHome: string, before?: Endpoint): Promise<Endpoint> {
  for (const end = performance.now() + timeoutMs; performance.now() < end;) {
    const endpoint = readEndpoint(configHome);
    const isNew = endpoint !== undefined && endpoint.startedAt !== before?.startedAt;
    if (isNew && (await isAnswering(endpoint.url))) return endpoint;
    await delay(pollMs);
  }
  throw new Error(`No hub answered within ${timeoutMs / 1_000} s`);
}

function readEndpoint(configHome: string): Endpoint | undefined {
  try {
    const file = path.join(missionControlFolder(configHome), 'endpoint.json');
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Endpoint;
  } catch {
    return undefined; // Between two hubs the file does not exist.
  }
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}${routes.hello}?nonce=${'0'.repeat(32)}`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function row(figure: string, gaps: readonly number[]): Row {
  const worst = Math.max(...gaps);
  return {
    figure,
    measured: `${duration(median(gaps))}, worst ${duration(worst)}`,
    budget: 'worst < 2 s',
    verdict: verdict(worst < budgetMs),
  };
}
