import { HookLoad, now } from '../../hookLoad';
import { freshHome } from '../../freshHome';
import { verdict, type Measurement } from '../../measurement';
import { paintedMarks, watchMarks } from '../../window/paintWatch';
import { PhoneBrowser } from '../../phone/phoneBrowser';
import { PhoneHost } from '../../phone/phoneHost';
import { p50p95, percentile } from '../../statistics';

const budgetMs = 300;
const sessions = 30;
const perSecond = 10;
const forMs = 25_000;
const paintMs = 1_000;

/**
 * Measures the time from a hook to the painted page of a phone: through the hub, encryption, the
 * phone listener, TLS and the page.
 */
export const phonePainted: Measurement = {
  name: 'phone painted',
  async measure({ bundles }) {
    using home = freshHome();
    await using hub = await PhoneHost.start(bundles, home.configHome);
    await using browser = await PhoneBrowser.start(hub);
    const page = await browser.pair();
    await page.getByRole('button', { name: /^Running/u }).tap();
    const load = new HookLoad(hub.target, sessions);
    await load.steady(perSecond, 5_000); // The first calls compile code on all sides.
    await load.settle();
    await watchMarks(page);
    await load.steady(perSecond, forMs);
    await page.waitForTimeout(paintMs);
    for (const [mark, at] of await paintedMarks(page, now)) load.see(mark, at);
    const waits = await load.settle();
    load.dispose();
    return [
      {
        figure: `hook → painted on a phone’s page, ${perSecond} calls a second`,
        measured: p50p95(waits),
        budget: `p95 < ${budgetMs} ms`,
        verdict: verdict(percentile(waits, 0.95) < budgetMs),
        notes: [
          `${waits.length} calls; from the caller's first byte through a local proxy with TLS to the frame in Chromium; no network's delay is in it`,
        ],
      },
    ];
  },
};
