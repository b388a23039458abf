import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GitRepository } from '../../../support/git/gitRepository';
import { freshHome } from '../../freshHome';
import { HookLoad } from '../../hookLoad';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Bench, type Measurement } from '../../measurement';
import { endedChildrenMs, processorMs, untilQuiet } from '../../process/processFigures';
import { duration } from '../../statistics';

const count = 100;
const budget = 0.01;
/**
 * Time in ms until git was run for all repositories and a poll with an interval of one minute has
 * passed.
 */
const settleMs = 75_000;
const idleMs = 60_000;

/** Measures the cost of watching the repositories of sessions while nothing changes in them. */
export const repositories: Measurement = {
  name: 'repositories at rest',
  async measure(bench) {
    const none = await atRest(bench, () => undefined);
    const all = await atRest(bench, repositoryIn);
    return [
      {
        figure: `${count} sessions at work in as many repositories: the hub at rest for ${idleMs / 1_000} s`,
        measured: percent(all.share),
        budget: `< ${percent(budget)}`,
        raw: `${percent(none.share)} outside of repositories`,
        ratio: all.share / none.share,
        verdict: verdict(all.share < budget),
        notes: [
          `git itself took ${duration(all.beforeMs)} of processor time until then, and ${duration(all.gitMs)} in it`,
        ],
      },
    ];
  },
};

interface Rest {
  /** Processor time as a share of one core. */
  readonly share: number;
  /** Processor time of git in ms: `beforeMs` until the idle time starts, `gitMs` during it. */
  readonly beforeMs: number;
  readonly gitMs: number;
}

async function atRest(bench: Bench, make: (folder: string) => void): Promise<Rest> {
  using home = freshHome();
  const folders = Array.from({ length: count }, (_, index) =>
    path.join(home.configHome, 'work', `project${index}`),
  );
  for (const folder of folders) {
    fs.mkdirSync(folder, { recursive: true });
    make(folder);
  }
  await using host = await HostProcess.ready(bench.bundles, {
    mode: 'hub',
    configHome: home.configHome,
  });
  const load = new HookLoad(await host.startHub(), count, (session) => folders[session] ?? '');
  try {
    load.listen();
    await load.steady(count, 1_500);
    await load.settle();
    await delay(settleMs);
    await untilQuiet(host.pid);
    const before = { ms: processorMs(host.pid), gitMs: endedChildrenMs(host.pid) };
    await delay(idleMs);
    return {
      share: (processorMs(host.pid) - before.ms) / idleMs,
      beforeMs: before.gitMs,
      gitMs: endedChildrenMs(host.pid) - before.gitMs,
    };
  } finally {
    load.dispose();
  }
}

function repositoryIn(folder: string): void {
  const repository = new GitRepository(folder);
  repository.git('init', '-q', '-b', 'main');
  repository.commit('README.md', `${folder}\n`);
  repository.write('notes.txt', 'Not committed\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} % of a core`;
}
