import { setTimeout as delay } from 'node:timers/promises';
import { HubClient } from '../../../../src/extension/link/hubClient';
import type { ReachableHub } from '../../../../src/extension/util/hub/reachableHub';
import { testSigner } from '../../../support/hub/testSigner';
import { standIn } from '../../../support/machines/standIn';
import type { Bundles } from '../../bundles';
import { freshHome } from '../../freshHome';
import { HookLoad } from '../../hookLoad';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Measurement } from '../../measurement';
import { leastResident, processorMs, untilQuiet } from '../../process/processFigures';
import { duration, megabytes } from '../../statistics';

const machines = 20;
const sessions = 50;
const budgets = { bytes: 60e6, share: 0.02 };
const restMs = 20_000;
const idleMs = 30_000;
const loadMs = 10_000;
const perSecond = 50;

/** Measures the cost of other machines for the local hub while nothing happens on them. */
export const machinesAtRest: Measurement = {
  name: 'machines at rest',
  async measure({ bundles }) {
    const none = await measured(bundles, () => Promise.resolve());
    const all = await measured(bundles, connectMachines);
    const bytes = all.bytes - none.bytes;
    return [
      {
        figure: `${machines} machines with ${sessions} sessions each: memory of the hub over none`,
        measured: megabytes(bytes),
        budget: `< ${megabytes(budgets.bytes)}`,
        raw: `${megabytes(none.bytes)} with none`,
        verdict: verdict(bytes < budgets.bytes),
      },
      {
        figure: `${machines} machines with ${sessions} sessions each: the hub at rest for ${idleMs / 1_000} s`,
        measured: percent(all.share),
        budget: `< ${percent(budgets.share)}`,
        raw: `${percent(none.share)} with none`,
        verdict: verdict(all.share < budgets.share),
      },
      {
        figure: `one local hook beside ${machines} machines, processor time`,
        measured: duration(all.hookMs),
        budget: '< 1.2 times that beside none',
        raw: `${duration(none.hookMs)} beside none`,
        ratio: all.hookMs / none.hookMs,
        verdict: verdict(all.hookMs < none.hookMs * 1.2),
      },
    ];
  },
};

interface Figures {
  readonly bytes: number;
  /** Processor time as a share of one core. */
  readonly share: number;
  readonly hookMs: number;
}

/**
 * Measures a new hub each time, because memory that a process kept after an earlier load would hide
 * later growth.
 */
async function measured(
  bundles: Bundles,
  prepare: (hub: ReachableHub) => Promise<void>,
): Promise<Figures> {
  using home = freshHome();
  await using host = await HostProcess.ready(bundles, {
    mode: 'hub',
    configHome: home.configHome,
    keys: [testSigner.publicKey],
  });
  const hub = await host.startHub();
  await prepare(hub);
  return await figures(host.pid, hub);
}

async function figures(pid: number, hub: ReachableHub): Promise<Figures> {
  const load = await HookLoad.warm(hub);
  await untilQuiet(pid);
  const loadStart = processorMs(pid);
  await load.steady(perSecond, loadMs);
  await load.settle();
  const hookMs = (processorMs(pid) - loadStart) / ((perSecond * loadMs) / 1_000);
  load.dispose();
  await untilQuiet(pid);
  const bytes = await leastResident(pid, restMs);
  const before = processorMs(pid);
  await delay(idleMs);
  return { bytes, share: (processorMs(pid) - before) / idleMs, hookMs };
}

/** Connects stand-ins for the machines; resolves when the board has all their sessions. */
async function connectMachines(hub: ReachableHub): Promise<void> {
  const signer = () => Promise.resolve(testSigner);
  const calls = new HubClient<'window'>({ hub: () => hub, window: 'bench', signer });
  const settings = Array.from({ length: machines }, (_, at) => {
    const all = `...Array.from({ length: ${sessions} }, (_, at) => ({ ...session, sessionId: String(at) }))`;
    const beat = `setInterval(() => say({ type: 'pong', at: 0, now: Date.now() }), 2000);`;
    const code = `greet(); hello({ as: '${at}' }); board(${all}); ${beat}`;
    return { name: `machine ${at}`, command: standIn(code) };
  });
  await calls.call('setMachines', { machines: settings, label: 'the desk' });
  for (;;) {
    const board = await calls.call('board', {});
    const remote = board.sessions.filter(({ machine }) => machine !== undefined);
    if (remote.length === machines * sessions) return;
    await delay(500);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} % of a core`;
}
