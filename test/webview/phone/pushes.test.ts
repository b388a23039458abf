import assert from 'node:assert/strict';
import type { Browser } from 'puppeteer-core';
import { findFirefox, launchFirefox } from '../../support/phone/firefox';
import { PushRange } from '../../support/phone/pushRange';
import { PushService } from '../../support/phone/pushService';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

/** Twice as many as can be shown at a time, so that each replaces another one or is replaced. */
const count = 40;

describe('Forty pushes', () => {
  let service: PushService;
  let firefox: Browser;

  before(async function () {
    const place = findFirefox();
    if (place === undefined) skip(this, 'there is no Firefox here');
    service = await PushService.start();
    firefox = await launchFirefox(place, service);
  });
  after(async () => {
    await firefox?.close();
    await service?.close();
  });

  it('are each shown once, in their order, and none is lost', async function () {
    this.timeout(180_000);
    const range = await PushRange.open(firefox, service);
    try {
      for (let number = 0; number < count; number += 1) await range.push(number);
      assert.equal(new Set(range.receipts).size, count);
      assert.equal(range.receipts.length, count);
      assert.deepEqual([...range.heard], [[204, count]]);
      await until(
        () => service.codes.length,
        (acknowledged) => assert.equal(acknowledged, count),
      );
      assert.ok(service.codes.every((code) => code === 100));
      const titles = (await range.phone.shown()).map(([, title]) => title).toSorted();
      const last = Array.from({ length: 20 }, (_, at) => `Push ${count - 20 + at}`);
      assert.deepEqual(titles, last);
    } finally {
      await range.close();
    }
  });
});
