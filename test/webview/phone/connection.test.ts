import assert from 'node:assert/strict';
import { aHook } from '../../support/hub/hooks';
import { eventually } from '../../support/page/eventually';
import { Carrier } from '../../support/phone/carrier';
import { handsetSuite } from '../../support/phone/handsetSuite';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

describe('The connection of a phone’s page', function () {
  this.timeout(60_000);
  const suite = handsetSuite();

  it('answers a request by a signature that the hub takes', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    const answer = suite.desk.hub.wait(request);
    await phone.page.getByText('Asks', { exact: true }).waitFor();
    await phone.press('Allow');
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('signs by the hub’s clock where its own is wrong, and says so', async () => {
    const phone = await suite.handset();
    await phone.page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await phone.pair(suite.desk);
    await phone.says(/clock of this phone is ahead/);
    const answer = suite.desk.hub.wait(request);
    await phone.page.getByText('Asks', { exact: true }).waitFor();
    await phone.press('Allow');
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('sends nothing that needs a signature from a phone that may only watch', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk, 'watch');
    const answer = suite.desk.hub.wait(request);
    await phone.page.getByRole('button', { name: 'Allow' }).waitFor();
    await phone.press('Interrupt');
    await phone.says(/may only watch/);
    await phone.press('Close');
    await phone.page
      .getByRole('alert')
      .and(phone.page.getByText(/^$/))
      .waitFor({ state: 'attached' });
    await phone.press('Interrupt');
    await phone.says(/may only watch/);
    await suite.desk.judge('refuse');
    await suite.desk.hub.hook(aHook('SessionEnd'));
    await answer.catch(() => undefined);
  });

  it('shows the last board without a hub, also after a reload without a network', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
    await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
    await eventually(async () => {
      const { snapshot } = (await phone.kept('board')) as { snapshot: { sessions: object } };
      assert.ok(Object.keys(snapshot.sessions).length > 0);
    });
    await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await suite.stop();
    await phone.phase('offline');
    await phone.says(/can’t be reached/);
    await phone.page.reload();
    await phone.phase('offline');
    await phone.page.getByText('Board: offline').waitFor();
    await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
    await phone.page.locator('[data-board-at]').waitFor();
    await phone.page.locator('[data-scope="answer"]').waitFor();
    await phone.press('Allow');
    await phone.says(/Not sent|Not connected/);
  });

  it('comes back by itself when the hub does, and with what changed meanwhile', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.restart();
    await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
    await phone.phase('live');
    await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
    await phone.page.getByText('Board: live').waitFor();
  });

  it('finds out below a path that its carrier carries nothing any more, and comes back', async () => {
    const carrier = await Carrier.before(suite.desk.port);
    try {
      const phone = await suite.handset();
      await phone.pair(suite.desk, 'answer', carrier.page);
      carrier.stall();
      await phone.phase('connecting');
      await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
      carrier.go();
      await phone.phase('live');
      await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
    } finally {
      await carrier.close();
    }
  });

  it('leads to the sign-in that its carrier asks for, though it keeps a page of its own', async () => {
    const carrier = await Carrier.before(suite.desk.port);
    try {
      const phone = await suite.handset();
      await phone.pair(suite.desk, 'answer', carrier.page);
      await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      carrier.askWho();
      await phone.says(/asks you to sign in/);
      await phone.press('Reconnect');
      await phone.page.getByRole('heading', { name: 'Who are you?' }).waitFor();
      carrier.go();
      await phone.page.goto(`${carrier.page}?sign-in`);
      await phone.phase('live');
      assert.equal(phone.page.url(), carrier.page);
    } finally {
      await carrier.close();
    }
  });

  it('gives back a prompt that may have been lost on the way', async () => {
    const carrier = await Carrier.before(suite.desk.port);
    try {
      const phone = await suite.handset();
      await phone.pair(suite.desk, 'answer', carrier.page);
      await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
      await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
      await phone.press('Write');
      await phone.page.locator('[data-drafts="1"]').waitFor();
      carrier.stall();
      await phone.press('Send');
      await phone.page.locator('[data-drafts="0"]').waitFor();
      await phone.phase('connecting');
      await phone.page.locator('[data-drafts="1"]').waitFor();
    } finally {
      await carrier.close();
    }
  });

  it('keeps what was written over a reload', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
    await phone.press('Write');
    await eventually(async () => {
      assert.match(JSON.stringify(await phone.kept('drafts')), /Go on/);
    });
    await phone.page.reload();
    await phone.phase('live');
    await phone.page.locator('[data-drafts="1"]').waitFor();
  });

  it('says that it was removed, and forgets nothing by that', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    const [device] = suite.desk.news?.devices ?? [];
    await suite.desk.phone(); // The listener stays open for a second phone.
    await suite.desk.post('remove', { device: device?.id });
    await phone.says(/was removed at the computer/);
    await phone.page.reload();
    await phone.says(/does not know this phone/);
    await phone.phase('offline');
    assert.ok(await phone.kept('identity'));
  });

  it('forgets the hub and its board when the person says so', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
    await phone.page.getByRole('heading', { name: 'shop' }).waitFor();
    await phone.press('Forget');
    await phone.phase('unpaired');
    await phone.page.getByRole('heading', { name: 'shop' }).waitFor({ state: 'detached' });
    await eventually(async () => {
      assert.equal(await phone.kept('identity'), undefined);
      assert.equal(await phone.kept('board'), undefined);
    });
    await phone.page.reload();
    await phone.phase('unpaired');
  });
});
