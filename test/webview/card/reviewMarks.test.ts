import assert from 'node:assert/strict';
import { reviewed } from '../../support/page/boards/collidingBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';
import { chooseInMenu, itemInMenu } from '../../support/page/chooseInMenu';

const bare = aSession({ sessionId: 'bare', title: 'Bare' });
const { reviewed: _, ...changed } = reviewed;
const card = (host: FakeHost, { title }: { readonly title: string }) =>
  host.page.getByRole('article', { name: title });
const mark = (host: FakeHost) => card(host, reviewed).locator('.badges > li').last();
const sent = (host: FakeHost) =>
  host.received.filter(({ type }) => type === 'act' || type === 'reviewChanges');

async function openMenu(host: FakeHost, session: { readonly title: string }) {
  await card(host, session).hover();
  await card(host, session).getByRole('button', { name: 'More Actions' }).click();
  await host.page.getByRole('menu').waitFor();
}

describe('a session whose changes were looked at', () => {
  const open = pageSuite();

  it('has a quiet mark with its time until it changes something again', async () => {
    const host = await open({ sessions: [reviewed] });
    assert.equal(await mark(host).innerText(), 'Reviewed');
    assert.equal(
      await mark(host).locator('.outcome-badge').getAttribute('title'),
      'Reviewed 9:58 AM',
    );
    assert.equal(await mark(host).getAttribute('data-tone'), 'gray');
    await host.update([{ ...changed, changes: { files: 7, edits: 20 } }]);
    await eventually(async () => assert.notEqual(await mark(host).innerText(), 'Reviewed'));
  });

  it('offers the review where it changed something, in its menu', async () => {
    const host = await open({ sessions: [changed, bare] });
    await openMenu(host, bare);
    assert.equal(await (await itemInMenu(host.page, 'Review Changes')).count(), 0);
    await host.page.keyboard.press('Escape');
    await host.page.keyboard.press('Escape');
    await openMenu(host, changed);
    await chooseInMenu(host.page, 'Review Changes');
    const { sessionId } = changed;
    await eventually(() => assert.deepEqual(sent(host), [{ type: 'reviewChanges', sessionId }]));
  });

  it('is marked and unmarked in its menu', async () => {
    const host = await open({ sessions: [changed] });
    const { sessionId } = changed;
    const choose = async (name: string) => {
      await openMenu(host, changed);
      await chooseInMenu(host.page, name);
    };
    await choose('Mark as Reviewed');
    await host.update([reviewed]);
    await eventually(async () => assert.equal(await mark(host).innerText(), 'Reviewed'));
    await choose('Mark as Not Reviewed');
    const act = (on: boolean) => ({
      type: 'act',
      name: 'markReviewed',
      request: { sessionId, reviewed: on },
    });
    await eventually(() => assert.deepEqual(sent(host), [act(true), act(false)]));
  });
});
