import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violationsInSchemes } from '../../support/page/axe';
import { aGrant, endedGrant, projectGrant } from '../../support/page/boards/grantCards';
import { eventually } from '../../support/page/eventually';
import { phoneSuite } from '../../support/page/phone/phoneView';
import { aSession } from '../../support/sessionBuilder';

const open = phoneSuite();
const grants = [aGrant({ sessionId: 'x' }), projectGrant, { ...endedGrant, sessionId: 'x' }];
const sessions = [
  aSession({ sessionId: 'x', title: 'Title x', agentState: { group: 'needs_you' }, grants }),
];

const lines = (page: Page) =>
  page.getByRole('list', { name: 'Allowed for a while' }).getByRole('listitem');

describe('What is allowed for a while, on a phone', () => {
  it('is counted above the cards, listed in a sheet, and ended there alone or together', async () => {
    const host = await open({ sessions, today: { grants } });
    const { page } = host;
    await page.getByRole('button', { name: 'Allowed for a while 2' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Allowed for a while' });
    assert.deepEqual(
      (await lines(page).allInnerTexts()).map((one) => one.split('·').at(-1)?.trim()),
      ['Title x\n\nEnd', 'all sessions of api-server\n\nEnd', 'Title x'],
    );
    await page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violationsInSchemes(page), []);
    await lines(page).first().getByRole('button', { name: 'End' }).tap();
    await sheet.getByRole('button', { name: 'End All' }).tap();
    await eventually(() =>
      assert.deepEqual(
        host.received.filter(({ type }) => type === 'act'),
        [
          { type: 'act', name: 'endGrant', request: { grantId: 'grant-1' } },
          { type: 'act', name: 'endGrants', request: {} },
        ],
      ),
    );
  });

  it('is on the card, and on its screen with what ends it', async () => {
    const { page } = await open({ sessions });
    await page.getByText('npm test … · ').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Allowed for a while/ }).count(), 0);
    await page.getByRole('button', { name: 'Title x' }).tap();
    await lines(page).first().getByRole('button', { name: 'End' }).waitFor();
    const [button, line] = [lines(page).first().getByRole('button'), lines(page).first()];
    const size = await button.boundingBox();
    assert.ok(size && size.height >= 44 && size.width >= 44, JSON.stringify(size));
    assert.equal(await line.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
  });
});
