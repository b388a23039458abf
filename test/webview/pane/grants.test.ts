import assert from 'node:assert/strict';
import { violationsInThemes } from '../../support/page/axe';
import { aGrant, endedGrant, projectGrant } from '../../support/page/boards/grantCards';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, type SessionOverrides } from '../../support/sessionBuilder';

const open = wholeSuite();

const granted = (more: SessionOverrides = {}) =>
  aSession({ sessionId: 'a', grants: [aGrant(), projectGrant, endedGrant], ...more });
const list = (host: FakeHost) =>
  host.whole('a').getByRole('list', { name: 'Allowed for a while' }).getByRole('listitem');
const acts = (host: FakeHost) => host.received.filter(({ type }) => type === 'act');

describe('What is allowed for a while, in the pane', () => {
  it('is one line for each grant: its words, its time and uses, and how it ended', async () => {
    const host = await open({ sessions: [granted()] });
    const lines = async () =>
      (await list(host).allInnerTexts()).map((one) => one.replace(/\s+/g, ' ').trim());
    assert.deepEqual(await lines(), [
      'Allowed for a while: npm test … · 12 min left · 3 uses left End',
      'Allowed for a while: Edit ~/api-server/src/… · 1 h 5 min left · all sessions of the project End',
      'No longer allowed: npm run build · the time is up',
    ]);
    await host.page.clock.runFor(61_000);
    await eventually(async () => assert.match((await lines())[0] ?? '', /· 11 min left ·/));
    await host.page.clock.runFor(10 * 60_000);
    await eventually(async () => assert.match((await lines())[0] ?? '', /less than a minute left/));
  });

  it('says on the card what is allowed and for how long', async () => {
    const host = await open({ sessions: [granted()] });
    const fact = host.page.locator('.fixed-card[data-session="a"] .grant-fact');
    assert.equal(
      await fact.getAttribute('title'),
      [
        'Allowed for a while: npm test … · 12 min left · 3 uses left',
        'Allowed for a while: Edit ~/api-server/src/… · 1 h 5 min left',
        'No longer allowed: npm run build · the time is up',
      ].join('\n'),
    );
    assert.match((await fact.textContent()) ?? '', /^npm test … · 12 min left .*\(\+2\)$/);
  });

  it('is ended by its button, and hidden once it has ended', async () => {
    const host = await open({ sessions: [granted()] });
    const [first, , last] = await list(host).all();
    await first?.getByRole('button', { name: 'End' }).press('Enter');
    await last?.getByRole('button', { name: 'Hide' }).click();
    await eventually(() =>
      assert.deepEqual(acts(host), [
        { type: 'act', name: 'endGrant', request: { grantId: 'grant-1' } },
        { type: 'act', name: 'endGrant', request: { grantId: 'grant-3' } },
      ]),
    );
  });

  it('has no button for a grant of another machine, which ends it itself', async () => {
    const host = await open({
      sessions: [granted({ machine: { id: 'm0123456789abcdef', name: 'gpu-box' } })],
    });
    await list(host).first().waitFor();
    assert.equal(await list(host).getByRole('button').count(), 0);
  });

  it('is listed from the menu of the board, which has no entry while nothing is allowed', async () => {
    const host = await open({
      sessions: [granted()],
      today: { grants: [aGrant(), projectGrant, endedGrant] },
      width: 1440,
    });
    await host.page.locator('.more-button').click();
    await chooseInMenu(host.page, 'Allowed for a While (2)…');
    await eventually(() => assert.deepEqual(host.received.at(-1), { type: 'showGrants' }));
    host.setToday({});
    await host.update([granted({ grants: undefined })]);
    await host.page.locator('.more-button').click();
    await host.page.getByRole('menuitem', { name: 'Connect Phone' }).waitFor();
    assert.equal(await host.page.getByRole('menuitem', { name: /Allowed/ }).count(), 0);
  });

  it('breaks no rule of accessibility in any theme, and fits a narrow side bar in German', async () => {
    const long = aGrant({
      rule: { kind: 'command', command: 'x'.repeat(90), cwd: '/home/dev' },
      words: 'x'.repeat(90),
    });
    const sessions = [granted({ grants: [long, projectGrant, endedGrant] })];
    const host = await open({ sessions, language: 'de', width: 300, place: 'side' });
    await host.page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violationsInThemes(host.page), []);
    const scroll = host.whole('a').locator('.whole-scroll');
    assert.equal(await scroll.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
  });
});
