import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const session = (id: string) =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group: 'needs_you', state: 'some', label: 'Some state' },
  });
const sessions = ['one', 'two'].map(session);

describe('A notice above the lists', () => {
  const open = pageSuite();
  const notice = (host: FakeHost) => host.page.getByRole('region', { name: 'Hooks' });
  const top = async (host: FakeHost) =>
    (await host.page.locator('.fixed-card').first().boundingBox())?.y ?? 0;

  for (const width of [1440, 490])
    for (const [name, attend] of [
      [
        'the pointer rests on a card',
        (host: FakeHost) => host.page.getByText('one').first().hover(),
      ],
      [
        'a card has the focus',
        (host: FakeHost) => host.page.locator('.fixed-card [data-action="open"]').first().focus(),
      ],
      [
        'a field has the focus',
        (host: FakeHost) => host.page.getByLabel('Filter sessions').focus(),
      ],
    ] as const)
      it(`moves no card while ${name}, on a page of ${width} px`, async () => {
        const host = await open({ sessions, width });
        const free = async (): Promise<void> => {
          await host.page.mouse.move(1, 1);
          await host.page.evaluate(() => {
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          });
          await host.page.clock.runFor(100);
        };
        await attend(host);
        const before = await top(host);
        await host.setHooks('missing');
        await host.update([session('three')]);
        assert.equal(await notice(host).count(), 0);
        assert.equal(await top(host), before);
        await free();
        await notice(host).waitFor();
        const pushed = await top(host);
        assert.ok(pushed > before);
        await attend(host);
        await host.setHooks('installed');
        await eventually(async () => assert.equal(await notice(host).count(), 0));
        assert.equal(await top(host), pushed);
        await free();
        await eventually(async () => assert.equal(await top(host), before));
      });

  it('goes at once where the person hides it', async () => {
    const host = await open({ sessions, width: 1440, hooks: 'missing' });
    const before = await top(host);
    await notice(host).getByRole('button', { name: 'Hide' }).click();
    await eventually(async () => assert.ok((await top(host)) < before));
  });

  it('says once for all cards that this editor may not answer yet, then the code to type in another', async () => {
    const control = { status: 'stranger', disabledProjects: [] } as const;
    const host = await open({ sessions, control });
    const { page } = host;
    const banner = page.getByRole('region', { name: 'This editor can’t answer yet.' });
    await page.getByRole('button', { name: 'Ask to Be Accepted…' }).click();
    await eventually(() => assert.deepEqual(host.received.at(-1), { type: 'askToAnswer' }));
    await host.setControl({ ...control, code: 'ABCDE-FGHIJ' });
    await banner.getByText('ABCDE-FGHIJ', { exact: true }).waitFor();
    assert.equal(await page.getByText('ABCDE-FGHIJ').count(), 1);
    assert.equal(await banner.getByRole('button').count(), 0);
    await host.setControl({ status: 'on', disabledProjects: [] });
    await banner.waitFor({ state: 'detached' });
  });
});
