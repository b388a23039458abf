import { setTimeout as delay } from 'node:timers/promises';
import type { TestPhone } from '../../../support/phone/testPhone';
import { HookLoad } from '../../hookLoad';
import { freshHome } from '../../freshHome';
import { verdict, type Measurement } from '../../measurement';
import { PhoneHost } from '../../phone/phoneHost';
import { leastResident, processorMs, untilQuiet } from '../../process/processFigures';
import { megabytes } from '../../statistics';

const phones = 20;
const sessions = 30;
const budgets = { bytes: 20e6, share: 0.01 };
const restMs = 20_000;
const idleMs = 30_000;
/** Time in ms between two handshakes, because the hub limits their number per second. */
const stepMs = 100;

/** Measures the cost of connected phones that show the board while nothing happens. */
export const phonesAtRest: Measurement = {
  name: 'phones at rest',
  async measure({ bundles }) {
    using home = freshHome();
    await using hub = await PhoneHost.start(bundles, home.configHome);
    const load = new HookLoad(hub.target, sessions).listen();
    await load.steady(sessions, 2_000);
    await load.settle();
    load.dispose();
    const none = await atRest(hub.pid);
    const page = `http://localhost:${await hub.desk.listen()}/`;
    const connected: TestPhone[] = [];
    while (connected.length < phones) {
      connected.push(await hub.desk.phone(page));
      await delay(stepMs);
    }
    const all = await atRest(hub.pid);
    const connectedCount = connected.filter(({ closedBy }) => closedBy === undefined).length;
    for (const phone of connected) await phone.hangUp();
    return [
      {
        figure: `${phones} phones connected: memory of the hub over none`,
        measured: megabytes(all.bytes - none.bytes),
        budget: `< ${megabytes(budgets.bytes)}`,
        raw: `${megabytes(none.bytes)} with none`,
        verdict: verdict(connectedCount === phones && all.bytes - none.bytes < budgets.bytes),
        notes: [
          `${connectedCount} of them still connected at the end, ${sessions} sessions on the board`,
        ],
      },
      {
        figure: `${phones} phones connected: the hub at rest for ${idleMs / 1_000} s`,
        measured: percent(all.share),
        budget: `< ${percent(budgets.share)}`,
        raw: `${percent(none.share)} with none`,
        verdict: verdict(all.share < budgets.share),
      },
    ];
  },
};

interface Rest {
  readonly bytes: number;
  /** Processor time as a share of one core. */
  readonly share: number;
}

async function atRest(pid: number): Promise<Rest> {
  await untilQuiet(pid);
  const bytes = await leastResident(pid, restMs);
  const before = processorMs(pid);
  await delay(idleMs);
  return { bytes, share: (processorMs(pid) - before) / idleMs };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} % of a core`;
}
