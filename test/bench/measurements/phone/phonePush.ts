import assert from 'node:assert/strict';
import type { Browser } from 'puppeteer-core';
import { aHook } from '../../../support/hub/hooks';
import { ensureFirefox } from '../../../support/editor/install/systemPackages';
import { launchFirefox } from '../../../support/phone/firefox';
import { PhoneHub } from '../../../support/phone/phoneHub';
import { builtPushPage } from '../../../support/phone/pushPage';
import { copiedKeys, PushPhone } from '../../../support/phone/pushPhone';
import { PushRange } from '../../../support/phone/pushRange';
import { PushService } from '../../../support/phone/pushService';
import { verdict, type Measurement, type Row } from '../../measurement';
import { duration, median, percentile } from '../../statistics';

const pushes = 200;
/** Number of requests, below the hub's limit of ten pushes per minute. */
const requests = 9;
const budgetMs = 2_000;

/**
 * Measures the time from an event at the desk until a browser has shown the push and its receipt
 * has arrived.
 */
export const phonePush: Measurement = {
  name: 'phone push',
  async measure(bench) {
    const service = await PushService.start();
    const firefox = await launchFirefox(await ensureFirefox(), service);
    try {
      const count = bench.small ? 20 : pushes;
      bench.say(`phone push, ${count} pushes`);
      const alone = await measurePushes(firefox, service, count);
      bench.say(`phone push, ${requests} requests`);
      const throughHub = await measureRequests(firefox, service);
      return [
        row(`push → shown in Firefox, receipt back, ${count} pushes`, alone),
        row('request → shown in Firefox, receipt at the desk, called at once', throughHub, [
          'one second of it is left to what is decided at once',
        ]),
      ];
    } finally {
      await firefox.close();
      await service.close();
    }
  },
};

async function measurePushes(
  firefox: Browser,
  service: PushService,
  count: number,
): Promise<readonly number[]> {
  const range = await PushRange.open(firefox, service);
  try {
    await range.push(count); // The first push starts the service worker.
    const times: number[] = [];
    for (let number = 0; number < count; number += 1) times.push(await range.push(number));
    return times;
  } finally {
    await range.close();
  }
}

async function measureRequests(firefox: Browser, service: PushService): Promise<readonly number[]> {
  const pageFolder = await builtPushPage();
  const desk = await PhoneHub.start(undefined, { pageFolder, isPushService: service.isAt });
  try {
    await desk.post('settings', { pushAfterSeconds: 0, pushText: false, pingUrl: '' });
    const keys = await copiedKeys();
    const phone = await desk.phone('answer', 'Firefox', keys);
    const { pushKey = '' } = await phone.hear('welcome');
    const page = await PushPhone.open(firefox, desk.page, phone.device, keys);
    await phone.say({ type: 'subscribe', subscription: await page.subscribe(pushKey) });
    await phone.say({ type: 'testPush' }); // The first push starts the service worker.
    await phone.hear('push');
    const times: number[] = [];
    for (let number = 0; number < requests; number += 1) {
      const id = `5e551011-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const from = performance.now();
      const asked = aHook('PermissionRequest', {
        session_id: id,
        tool_name: 'Bash',
        tool_input: { command: 'make' },
        tool_use_id: `toolu_${number}`,
      });
      void desk.hub.wait(asked).catch(() => undefined);
      await desk.waitFor(({ pushes: list = [] }) =>
        assert.equal(list.find(({ sessionId }) => sessionId === id)?.stage, 'shown'),
      );
      // The first request is discarded, because the hub has just started.
      if (number > 0) times.push(performance.now() - from);
    }
    return times;
  } finally {
    await desk.dispose();
  }
}

function row(figure: string, times: readonly number[], notes: readonly string[] = []): Row {
  const p95 = percentile(times, 0.95);
  return {
    figure,
    measured: `p50 ${duration(median(times))}, p95 ${duration(p95)}`,
    budget: 'p95 < 2 s',
    verdict: verdict(p95 < budgetMs),
    notes: ['with a push service on this machine', ...notes],
  };
}
