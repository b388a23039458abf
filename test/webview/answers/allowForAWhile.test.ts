import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { violationsInThemes } from '../../support/page/axe';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { phoneSuite } from '../../support/page/phone/phoneView';
import { aPendingRequest, aSession, aSubagent } from '../../support/sessionBuilder';

const open = wholeSuite();
const openPhone = phoneSuite();
const cwd = '/home/dev/api-server';

function asks(
  request: Partial<PendingRequest> = {},
  more: Parameters<typeof aSession>[0] = {},
): LiveSession {
  return aSession({
    sessionId: 'a',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      cwd,
      toolInput: { command: 'npm run test:unit orders', description: 'Run the tests' },
      call: { id: 'call-a', fate: 'open', answerable: true },
      ...request,
    }),
    ...more,
  });
}

const given = (host: FakeHost) => host.received.filter(({ type }) => type === 'giveGrant');
const form = (host: FakeHost) => host.page.getByRole('group', { name: 'Allow for a while' });
const opener = (host: FakeHost) =>
  host.page.getByRole('button', { name: 'Allow for a While…', exact: true });
/** Opens the form, and waits until all of it was visible for long enough. */
async function openForm(host: FakeHost): Promise<void> {
  await opener(host).press('Enter');
  await form(host).waitFor();
  const allow = form(host).locator('[data-action="giveGrant"]');
  await eventually(async () => assert.equal(await allow.getAttribute('aria-disabled'), null));
  await host.page.clock.runFor(600);
}

describe('Allow for a While…', () => {
  it('allows the exact command for 15 minutes in this session, unless other choices are made', async () => {
    const host = await open({ sessions: [asks()] });
    await openForm(host);
    assert.deepEqual(
      await form(host)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => one.closest('label')?.textContent)),
      [
        'The command “npm run test:unit orders”',
        'Any command that begins with “npm run test:unit orders”',
        'Any command that begins with “npm run test:unit”',
      ],
    );
    assert.equal(await form(host).getByRole('radio').first().isChecked(), true);
    assert.equal(await form(host).getByRole('checkbox').count(), 0);
    await form(host).getByText('Only in ~/api-server').waitFor();
    await form(host).getByRole('button', { name: 'Allow for 15 Minutes' }).click();
    await eventually(() =>
      assert.deepEqual(given(host), [
        {
          type: 'giveGrant',
          sessionId: 'a',
          call: 'call-a',
          rule: { kind: 'command', command: 'npm run test:unit orders', cwd },
          scope: 'session',
          project: cwd,
          ms: 900_000,
        },
      ]),
    );
  });

  it('is chosen and given by keyboard alone, and its button says what it does', async () => {
    const host = await open({ sessions: [asks({}, { subagents: [aSubagent()] })] });
    await openForm(host);
    await host.page.keyboard.press('ArrowDown');
    await host.page.keyboard.press('ArrowDown');
    await form(host).getByLabel('How long').selectOption({ label: '1 hour' });
    await form(host).getByLabel('How often').selectOption({ label: '5 times' });
    await form(host).getByLabel('Where').selectOption({ label: 'all sessions of api-server' });
    await form(host).getByRole('checkbox', { name: 'Also for subagents' }).press('Space');
    await form(host).getByRole('button', { name: 'Allow 5 Times Within 1 Hour' }).waitFor();
    await host.page.keyboard.press('Enter');
    assert.deepEqual(given(host), []);
    await host.page.keyboard.press('Control+Enter');
    await eventually(() => assert.equal(given(host).length, 1));
    assert.deepEqual(given(host)[0], {
      type: 'giveGrant',
      sessionId: 'a',
      call: 'call-a',
      rule: { kind: 'beginning', words: ['npm', 'run', 'test:unit'], cwd },
      scope: 'project',
      project: cwd,
      ms: 3_600_000,
      uses: 5,
      subagents: true,
    });
    assert.equal(
      host.received.some(({ type }) => type === 'decide'),
      false,
    );
  });

  it('is only for the session if it ends with the session', async () => {
    const host = await open({ sessions: [asks()] });
    await openForm(host);
    await form(host).getByLabel('Where').selectOption({ label: 'all sessions of api-server' });
    await form(host).getByLabel('How long').selectOption({ label: 'until the session ends' });
    assert.deepEqual(await form(host).getByLabel('Where').locator('option').allTextContents(), [
      'this session',
    ]);
    await form(host).getByRole('button', { name: 'Allow Until the Session Ends' }).click();
    await eventually(() => assert.equal(given(host).length, 1));
    const [grant] = given(host);
    assert.ok(grant?.type === 'giveGrant' && grant.scope === 'session' && grant.ms === undefined);
  });

  it('includes subagents if one of them asks', async () => {
    const host = await open({ sessions: [asks({ agentId: 'x', agentType: 'Explore' })] });
    await openForm(host);
    const box = form(host).getByRole('checkbox', { name: 'Also for subagents: one asks' });
    assert.equal((await box.isChecked()) && (await box.isDisabled()), true);
    await form(host).getByRole('button', { name: 'Allow for 15 Minutes' }).click();
    await eventually(() => assert.equal(given(host).length, 1));
    const [grant] = given(host);
    assert.ok(grant?.type === 'giveGrant' && grant.subagents === true);
  });

  it('closes at Escape and Cancel, with the focus back on its button, and gives nothing', async () => {
    const host = await open({ sessions: [asks()] });
    for (const close of ['Escape', 'Cancel']) {
      await openForm(host);
      if (close === 'Escape') await host.page.keyboard.press(close);
      else await form(host).getByRole('button', { name: close }).click();
      await form(host).waitFor({ state: 'detached' });
      assert.equal(await opener(host).evaluate((one) => one === document.activeElement), true);
    }
    assert.deepEqual(given(host), []);
  });

  it('is in view with all of it once it opens, where there is room for it', async () => {
    const command = `npm test ${'x'.repeat(400)}`;
    const host = await open({ sessions: [asks({ toolInput: { command } })], height: 560 });
    await opener(host).press('Enter');
    const allow = form(host).locator('[data-action="giveGrant"]');
    await eventually(async () => {
      const [button, scroll] = await Promise.all([
        allow.boundingBox(),
        host.page.locator('.whole-scroll').boundingBox(),
      ]);
      assert.ok(button !== null && scroll !== null);
      assert.ok(
        button.y + button.height <= scroll.y + scroll.height,
        JSON.stringify({ button, scroll }),
      );
    });
    assert.equal(await form(host).getByText('restarts on the computer').count(), 0);
  });

  it('allows nothing before all of the form and the request was visible', async () => {
    const command = `npm test ${'x'.repeat(1_500)}`;
    const host = await open({ sessions: [asks({ toolInput: { command } })], height: 420 });
    await opener(host).press('Enter');
    const allow = form(host).locator('[data-action="giveGrant"]');
    await host.page.clock.runFor(600);
    assert.equal(await allow.getAttribute('aria-disabled'), 'true');
    await allow.press('Enter');
    assert.deepEqual(given(host), []);
    await host.page
      .getByText('You hadn’t seen all of it. This is the next part.')
      .first()
      .waitFor();
  });

  for (const [name, request, more, reason] of [
    [
      'a request with a warning',
      { toolInput: { command: 'rm -rf /' } },
      {},
      /A request with a warning is always asked/,
    ],
    [
      'a command with a variable',
      { toolInput: { command: 'npm test $X' } },
      {},
      /Only plain commands can be allowed/,
    ],
    ['a session in auto mode', {}, { permissionMode: 'auto' }, /In this permission mode/],
    [
      'a web search',
      { toolName: 'WebSearch', toolInput: { query: 'x' } },
      {},
      /Only commands and files/,
    ],
    [
      'another machine',
      {},
      { machine: { id: 'm0123456789abcdef', name: 'gpu-box' } },
      /Only requests of this machine/,
    ],
  ] as const)
    it(`says why it is not offered: ${name}`, async () => {
      const host = await open({ sessions: [asks(request, more)] });
      await opener(host).press('Enter');
      await host.page.getByText(reason).waitFor();
      assert.equal(await form(host).count(), 0);
    });

  it('shows beside the request why it was refused', async () => {
    const host = await open({ sessions: [asks()] });
    await openForm(host);
    await form(host).getByRole('button', { name: 'Allow for 15 Minutes' }).click();
    await eventually(() => assert.equal(given(host).length, 1));
    await host.reply({ type: 'undecided', call: 'call-a', problem: 'Too much is allowed.' });
    await host.page.getByText('Too much is allowed.').first().waitFor();
  });

  it('breaks no rule of accessibility in any theme, and fits a narrow side bar in German', async () => {
    const sessions = [asks({}, { subagents: [aSubagent()] })];
    const host = await open({ sessions, width: 300, place: 'side', language: 'de' });
    await host.page.locator('[data-action="allowForAWhile"]').press('Enter');
    await host.page.locator('.grant-form').waitFor();
    await host.page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violationsInThemes(host.page), []);
    const scroll = host.page.locator('.whole-scroll');
    assert.equal(await scroll.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
    const cut = await host.page
      .locator('.grant-form button')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    assert.equal(cut, 0);
  });
});

describe('Allow for a While… on a phone', () => {
  it('is beside the other answers, and given by the form', async () => {
    const host = await openPhone({ sessions: [asks()] });
    const { page } = host;
    await page.locator('[data-session="a"] [data-action="open"]').tap();
    await host.page.clock.runFor(600);
    await opener(host).tap();
    await form(host).waitFor();
    const allow = form(host).getByRole('button', { name: 'Allow for 15 Minutes' });
    await allow.scrollIntoViewIfNeeded();
    await eventually(async () => assert.equal(await allow.getAttribute('aria-disabled'), null));
    await host.page.clock.runFor(600);
    const size = await allow.boundingBox();
    assert.ok(size && size.height >= 44, JSON.stringify(size));
    await form(host)
      .getByText('It ends, too, when Mission Control restarts on the computer.')
      .waitFor();
    await allow.tap();
    await eventually(() => assert.equal(given(host).length, 1));
  });
});
