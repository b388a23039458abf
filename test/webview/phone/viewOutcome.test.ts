import assert from 'node:assert/strict';
import { deliveredBoard, withPull } from '../../support/page/boards/deliveredBoard';
import { phoneSuite } from '../../support/page/phone/phoneView';
import { aSession } from '../../support/sessionBuilder';

const open = phoneSuite();
const href = 'https://github.com/dev/api-server/pull/41';

describe('What a session delivered, on a phone', () => {
  it('is in the list as words: a touch on a card opens the card alone', async () => {
    const { page } = await open({ sessions: deliveredBoard });
    const card = page.getByRole('article', { name: withPull.title });
    await card.getByText('Opened PR #41').waitFor();
    assert.deepEqual(await card.getByRole('listitem').allInnerTexts(), [
      'PR #41',
      '212 pass',
      '↑2',
      '3 uncommitted',
    ]);
    assert.equal(await page.getByRole('link').count(), 0);
    await card.getByText('PR #41', { exact: true }).tap({ force: true });
    await page.getByRole('heading', { name: withPull.title, level: 2 }).waitFor();
  });

  it('has links on the screen of the session, which tell their target nothing of the phone', async () => {
    const { page } = await open({ sessions: deliveredBoard });
    await page.getByRole('article', { name: withPull.title }).tap();
    const screen = page.getByRole('main', { name: 'Session' });
    const link = screen.getByRole('link', { name: 'PR #41' });
    await link.waitFor();
    const attribute = (name: string) => link.getAttribute(name);
    assert.deepEqual(
      [await attribute('href'), await attribute('target'), await attribute('rel')],
      [href, '_blank', 'noopener noreferrer'],
    );
    assert.equal(await screen.getByRole('link').count(), 1);
    assert.match(
      (await screen.locator('.whole-state').innerText()).replace(/\s+/g, ' '),
      /^Opened PR #41/,
    );
    assert.match(await screen.locator('.whole-said').innerText(), /^The pull request is open\./);
  });

  it('asks for no work tree: its removal needs an editor', async () => {
    const endedSession = aSession({
      title: 'Tidy up',
      agentState: { group: 'delivered', state: 'session_ended', label: 'Session closed' },
      repository: { branch: 'worktree-tidy-up', worktree: 'tidy-up' },
    });
    const host = await open({ sessions: [endedSession] });
    await host.page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, endedSession.sessionId);
    await host.page.getByRole('button', { name: 'Details' }).tap();
    await host.page.locator('.whole-card .details').waitFor();
    assert.deepEqual(
      host.asked.filter(({ name }) => name === 'worktree'),
      [],
    );
  });
});
