import assert from 'node:assert/strict';
import { violations } from '../../support/page/axe';
import { takePicture } from '../../support/page/unpainted';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import {
  asking,
  collidingBoard,
  sessionWithLostWork,
  sharing,
} from '../../support/page/boards/collidingBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { aDevice, phoneSuite, type PhoneViewOptions } from '../../support/page/phone/phoneView';
import { targetsBelow } from '../../support/page/phone/targets';

const pictures = process.env['PICTURES_OF_TESTS'];

describe('Sessions that meet, on a phone', function () {
  this.timeout(60_000);
  const open = phoneSuite();

  async function show(sessionId: string, options: PhoneViewOptions = {}): Promise<FakeHost> {
    const host = await open({ sessions: collidingBoard, ...options });
    await host.page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, sessionId);
    await host.page.locator('.whole-card').waitFor();
    await host.page.clock.runFor(1_000);
    return host;
  }

  it('say so in the request, which can be allowed only once that was in sight', async () => {
    const { page } = await show(asking.sessionId, { height: 400 });
    const line = page.locator('.answer-body .collision-line');
    assert.match(
      await line.innerText(),
      /“Rename the client” changed src\/a\.ts since this session last did/u,
    );
    assert.equal(await line.getAttribute('data-must-see'), 'request');
  });

  it('say so to a phone that only watches, too', async () => {
    const { page } = await show(asking.sessionId, {
      phone: { device: { ...aDevice, scope: 'watch' } },
    });
    await page
      .locator('.whole-request')
      .getByText(/“Rename the client” changed/u)
      .waitFor();
  });

  it('say in full what was taken, and begin a prompt to either side, which is not sent', async () => {
    const host = await show(sessionWithLostWork.sessionId);
    const { page } = host;
    await page
      .getByText(/“Rename the client” ran git reset --hard over uncommitted work/u)
      .waitFor();
    await page.getByRole('button', { name: 'Prompt This Agent…' }).tap();
    const box = page.locator('.whole-card textarea');
    await eventually(async () =>
      assert.match(await box.inputValue(), /has taken uncommitted work of yours/u),
    );
    await page.getByRole('button', { name: 'Prompt the Other Agent…' }).tap();
    await page.getByRole('heading', { name: sharing.title, level: 2 }).waitFor();
    await eventually(async () =>
      assert.match(await box.inputValue(), /^You changed uncommitted work/u),
    );
    assert.equal(host.received.filter(({ type }) => type === 'changePrompts').length, 0);
  });

  it('begin a prompt to the other one also where the board stands beside the card', async () => {
    const { page } = await show(sessionWithLostWork.sessionId, { width: 768 });
    const box = page.locator('.whole-card textarea[data-action="prompt"]');
    await page.getByRole('button', { name: 'Prompt This Agent…' }).tap();
    await eventually(async () =>
      assert.match(await box.inputValue(), /has taken uncommitted work of yours/u),
    );
    assert.equal(await box.evaluate((one) => one === document.activeElement), true);
    await page.getByRole('button', { name: 'Prompt the Other Agent…' }).tap();
    await page.getByRole('heading', { name: sharing.title, level: 2 }).waitFor();
    await eventually(async () =>
      assert.match(await box.inputValue(), /^You changed uncommitted work/u),
    );
    await eventually(async () =>
      assert.equal(await box.evaluate((one) => one === document.activeElement), true),
    );
  });

  it('offer no prompt to one that has ended, which only an editor can resume', async () => {
    const { pid: _pid, prompting: _prompting, ...rest } = sharing;
    const ended: LiveSession = {
      ...rest,
      agentState: { ...rest.agentState, group: 'delivered', state: 'session_ended' },
    };
    const { page } = await show(sessionWithLostWork.sessionId, {
      sessions: [sessionWithLostWork, ended],
    });
    await page.getByRole('button', { name: 'Prompt This Agent…' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Prompt the Other Agent…' }).count(), 0);
  });

  it('are shown no more once a person says so', async () => {
    const host = await show(sharing.sessionId);
    await host.page
      .getByText(/Also changed by “Move the retries into the client”: src\/a\.ts/u)
      .waitFor();
    await host.page.getByRole('button', { name: 'Don’t Show Again for These Two' }).tap();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'act',
        name: 'dismissCollision',
        request: { sessionId: 'two', collision: sharing.collisions?.found[0]?.id },
      }),
    );
  });

  it('offer nothing that acts to a phone that only watches', async () => {
    const { page } = await show(sessionWithLostWork.sessionId, {
      phone: { device: { ...aDevice, scope: 'watch' } },
    });
    await page.getByText(/ran git reset --hard/u).waitFor();
    assert.equal(await page.locator('.collision-choices button').count(), 0);
  });

  it('say on the card that its changes were reviewed', async () => {
    const { page } = await show('five');
    await page.locator('.whole-head').getByText('Reviewed', { exact: true }).waitFor();
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const one of [asking, sessionWithLostWork]) {
      it(`fit 320 pixels in German without a barrier: ${one.title}, ${scheme}`, async () => {
        const { page } = await show(one.sessionId, { width: 320, language: 'de', scheme });
        if (pictures !== undefined)
          await takePicture(page, `${pictures}/collision-${one.sessionId}-${scheme}.png`);
        assert.deepEqual(await targetsBelow(page, 44), []);
        await page.clock.resume(); // The audit uses timers.
        assert.deepEqual(await violations(page), []);
      });
    }
  }
});
