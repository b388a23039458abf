import assert from 'node:assert/strict';
import type { AgentStateGroup, LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const session = (id: string, group: AgentStateGroup): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group, state: 'some', label: 'Some state' },
  });

const blocked = (id: string): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
  });

const groups = { n: 'needs_you', r: 'autonomous', d: 'delivered' } as const;
const sessions = ['n1', 'n2', 'n3', 'r1', 'r2', 'd1', 'd2', 'd3', 'd4', 'd5'].map((id) =>
  session(id, groups[id.charAt(0) as keyof typeof groups]),
);
const narrow: FakeHostOptions = { sessions, width: 600 };

const tabs = (host: FakeHost) =>
  host.page
    .getByRole('tab')
    .evaluateAll((elements) =>
      elements.map((tab) => `${tab.textContent}${tab.ariaSelected === 'true' ? ' *' : ''}`),
    );

describe('the board behind tabs', () => {
  const open = pageSuite();

  it('names the groups with their counts and shows one of them', async () => {
    const host = await open(narrow);
    assert.deepEqual(await tabs(host), ['Needs You 3 *', 'Running 2', 'Done 5']);
    assert.deepEqual(await host.titles(), ['n1', 'n2', 'n3']);
    const panel = host.page.getByRole('tabpanel', { name: 'Needs You 3' });
    assert.equal(await panel.getByRole('article').count(), 3);
  });

  it('changes by click and by arrow keys that go round', async () => {
    const host = await open(narrow);
    await host.page.getByRole('tab', { name: 'Running 2' }).click();
    await eventually(async () => assert.deepEqual(await host.titles(), ['r1', 'r2']));
    await host.page.keyboard.press('ArrowRight');
    await host.page.keyboard.press('ArrowRight');
    await eventually(async () =>
      assert.deepEqual(await tabs(host), ['Needs You 3 *', 'Running 2', 'Done 5']),
    );
    await host.page.keyboard.press('End');
    await host.page.keyboard.press('Tab');
    assert.equal(await host.page.evaluate(() => document.activeElement?.textContent), 'd1');
  });

  it('counts on while another group shows, and keeps the focus in its group', async () => {
    const host = await open(narrow);
    await host.page.getByRole('button', { name: 'n2' }).focus();
    await host.update([session('n2', 'autonomous')]);
    await eventually(async () =>
      assert.deepEqual(await tabs(host), ['Needs You 2 *', 'Running 3', 'Done 5']),
    );
    // The card stays in place while the focus is in it.
    const focused = () => host.page.evaluate(() => document.activeElement?.textContent);
    assert.equal(await focused(), 'n2');
    await host.update([session('n1', 'autonomous'), session('n3', 'autonomous')]);
    await eventually(async () =>
      assert.deepEqual(await tabs(host), ['Needs You 0 *', 'Running 5', 'Done 5']),
    );
    assert.equal(await focused(), 'n2');
    await host.page.getByRole('tab', { selected: true }).focus();
    await host.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await host.page.clock.runFor(100);
    await host.page.getByText('No session needs you right now.').waitFor();
  });

  it('switches to the group of a card that the host reveals', async () => {
    const host = await open(narrow);
    await host.reveal('d4');
    const focused = () => host.page.evaluate(() => document.activeElement?.textContent);
    await eventually(async () => assert.equal(await focused(), 'd4'));
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await host.page.getByRole('tab', { name: 'Done 5', selected: true }).waitFor();
    await eventually(async () => assert.equal(await focused(), 'd4'));
  });

  it('comes back after a reload, and turns into columns when there is room', async () => {
    const host = await open(narrow);
    await host.page.getByRole('tab', { name: 'Done 5' }).click();
    await host.page.reload();
    await host.page.getByRole('tab', { name: 'Done 5', selected: true }).waitFor();
    await host.page.setViewportSize({ width: 1000, height: 800 });
    await host.page.getByRole('region', { name: 'Needs You 3' }).waitFor();
    assert.equal(await host.page.getByRole('tab').count(), 0);
  });

  it('draws a session in the tab of its own group where a key goes to it', async () => {
    const running = [session('r1', 'autonomous'), session('r2', 'autonomous')];
    const host = await open({ sessions: running, width: 1150, kept: { tab: 'autonomous' } });
    await host.page.locator('[data-session="r1"] .open').focus();
    await host.update([blocked('r2')]);
    await host.page.getByRole('tab', { name: 'Needs You 1' }).waitFor();
    const cards = host.page.locator('.fixed-card .open');
    assert.deepEqual(await cards.allInnerTexts(), ['r1', 'r2']);
    await host.page.keyboard.press('n');
    await host.page.locator('[data-session="r2"] .open:focus').waitFor();
    assert.deepEqual(await cards.allInnerTexts(), ['r2']);
  });
});
