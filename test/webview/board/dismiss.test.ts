import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

const session = (id: string, group: LiveSession['agentState']['group'], state = 'some', age = 0) =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group, state, label: state },
    stateSince: secondsAgo(age),
  });
const dismissed = (id: string, age = 0) => session(id, 'delivered', 'archived', age);

const card = (host: FakeHost, name: string) => host.page.getByRole('article', { name });
const done = (host: FakeHost, count: number) =>
  host.page.getByRole('region', { name: `Done ${count}`, exact: true });

describe('dismissed sessions', () => {
  const open = pageSuite();

  it('are asked for where one that is not at work is shown whole', async () => {
    const sessions = [
      session('n', 'needs_you'),
      session('r', 'autonomous'),
      session('d', 'delivered'),
    ];
    const host = await open({ sessions });
    for (const name of ['n', 'd']) {
      await host.choose(name);
      await host.whole(name).getByRole('button', { name: 'Dismiss' }).click();
    }
    await host.choose('r');
    assert.equal(await host.whole('r').getByRole('button', { name: 'Dismiss' }).count(), 0);
    await eventually(() =>
      assert.deepEqual(host.received.slice(1), [
        { type: 'act', name: 'archive', request: { sessionId: 'n', archived: true } },
        { type: 'act', name: 'archive', request: { sessionId: 'd', archived: true } },
      ]),
    );
  });

  it('close the list of what is done as one line that counts them and opens', async () => {
    const sessions = [dismissed('x', 9), dismissed('y', 1), session('d', 'delivered')];
    const host = await open({ sessions });
    assert.deepEqual(await host.titles(done(host, 3)), ['d']);
    const line = done(host, 3).getByRole('button', { name: '2 dismissed' });
    assert.equal(await line.getAttribute('aria-expanded'), 'false');
    await line.click();
    await eventually(async () => assert.deepEqual(await host.titles(), ['d', 'y', 'x']));
    assert.equal(await line.getAttribute('aria-expanded'), 'true');
    await card(host, 'd').getByRole('button', { name: 'd', exact: true }).focus();
    await host.page.keyboard.press('ArrowDown');
    assert.equal(await host.page.evaluate(() => document.activeElement?.textContent), 'y');
    await line.click();
    await eventually(async () => assert.deepEqual(await host.titles(), ['d']));
  });

  it('are restored where they are shown', async () => {
    const host = await open({ sessions: [dismissed('x')] });
    await host.page.getByRole('button', { name: '1 dismissed' }).click();
    await host.choose('x');
    assert.equal(await host.whole('x').getByRole('button', { name: 'Dismiss' }).count(), 0);
    await host.whole('x').getByRole('button', { name: 'Restore' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'act',
        name: 'archive',
        request: { sessionId: 'x', archived: false },
      }),
    );
    await host.update([session('x', 'needs_you')]);
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await host.page.getByRole('region', { name: 'Needs You 1' }).getByRole('article').waitFor();
    await done(host, 0).getByText('Finished sessions appear here.').waitFor();
  });

  it('leave the focus with their neighbour', async () => {
    const host = await open({
      sessions: [session('n1', 'needs_you', 'some', 9), session('n2', 'needs_you')],
    });
    await card(host, 'n1').getByRole('button', { name: 'n1' }).focus();
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, 'Dismiss');
    await host.update([dismissed('n1')]);
    await host.page.clock.runFor(2_500);
    await eventually(async () =>
      assert.equal(await host.page.evaluate(() => document.activeElement?.textContent), 'n2'),
    );
  });

  it('are opened when the host reveals one, behind tabs too', async () => {
    const host = await open({ sessions: [session('n', 'needs_you'), dismissed('x')], width: 600 });
    await host.page.getByRole('tab', { name: 'Done 1' }).waitFor();
    await host.reveal('x');
    await card(host, 'x').waitFor();
    await eventually(async () =>
      assert.equal(await host.page.evaluate(() => document.activeElement?.textContent), 'x'),
    );
  });

  it('are drawn page by page', async () => {
    const host = await open({
      sessions: Array.from({ length: 70 }, (_, i) => dismissed(`x${i}`, i)),
    });
    await host.page.getByRole('button', { name: '70 dismissed' }).click();
    await eventually(async () => assert.equal(await host.page.getByRole('article').count(), 50));
    await host.page.getByRole('button', { name: 'Show 20 More' }).click();
    await eventually(async () => assert.equal(await host.page.getByRole('article').count(), 70));
  });
});
