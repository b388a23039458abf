import assert from 'node:assert/strict';
import { machinesBoard } from '../../support/page/boards/machinesBoard';
import { phoneSuite } from '../../support/page/phone/phoneView';

const open = phoneSuite();

describe('A session of another machine on a phone', () => {
  it('asks for that machine, not for the one that the phone is connected to', async () => {
    const { page } = await open({ sessions: machinesBoard });
    await page.getByRole('button', { name: 'Make the orders endpoint idempotent' }).tap();
    assert.equal(await page.locator('.request-machine').innerText(), 'On gpu-box');
    assert.match(await page.locator('.answer-folder').innerText(), /on gpu-box$/u);
  });

  it('is counted by nobody and offers no answer while its machine is away', async () => {
    const { page } = await open({ sessions: machinesBoard });
    const tab = page.getByRole('navigation', { name: 'Groups' }).getByRole('button').first();
    assert.equal(await tab.textContent(), 'Needs You4 · 2 ready');
    await page.getByRole('button', { name: 'Move navigation to the new router' }).tap();
    assert.match(
      await page.locator('.answer-note').innerText(),
      /^Ubuntu \(WSL\) can’t be reached\./u,
    );
    assert.match(await page.locator('.whole-state .time').innerText(), /since 9:25 AM/u);
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  });
});
