import assert from 'node:assert/strict';
import type { AgentStateGroup, LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

function session(id: string, group: AgentStateGroup, state = 'some'): LiveSession {
  return aSession({
    sessionId: id,
    title: id,
    agentState: { group, state, label: 'Some state' },
    stateSince: secondsAgo(10),
  });
}

const sessions = [
  session('n1', 'needs_you', 'needs_permission'),
  session('n2', 'needs_you', 'idle'),
  session('r1', 'autonomous'),
  session('r2', 'autonomous'),
  session('d1', 'delivered'),
];

const button = (host: FakeHost, name: string) =>
  host.page.getByRole('button', { name: `Column ${name}`, exact: true });

const widthOf = async (host: FakeHost, name: RegExp) =>
  (await host.page.getByRole('region', { name }).boundingBox())?.width ?? 0;

const focused = (host: FakeHost): Promise<string> =>
  host.page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

const foldMessages = (host: FakeHost) =>
  host.received.flatMap((one) => (one.type === 'arrange' ? [one.arrangement.folded] : []));

describe('a folded column', () => {
  const open = pageSuite();

  it('is a strip with its name and counts, leaves its room to the others, and is kept', async () => {
    const host = await open({ sessions });
    const before = await widthOf(host, /^Running/);
    await button(host, 'Needs You').click();
    assert.equal(await button(host, 'Needs You').getAttribute('aria-expanded'), 'false');
    assert.equal(await focused(host), 'Column Needs You');
    assert.deepEqual(await host.titles(), ['r1', 'r2', 'd1']);
    const strip = host.page.getByRole('region', { name: 'Needs You 1 · 1 ready' });
    assert.ok(await strip.getByText('1 ready').isVisible());
    assert.ok((await widthOf(host, /^Needs You/)) < 50);
    assert.ok((await widthOf(host, /^Running/)) > before * 1.3);
    await eventually(() => assert.deepEqual(foldMessages(host), [['needs_you']]));
    await host.page.reload();
    await eventually(async () => assert.deepEqual(await host.titles(), ['r1', 'r2', 'd1']));
    await host.update([session('r1', 'needs_you', 'needs_permission')]);
    await host.page.getByRole('region', { name: 'Needs You 2 · 1 ready' }).waitFor();
  });

  it('opens by a click anywhere on it', async () => {
    const host = await open({ sessions, kept: { folded: ['delivered'] } });
    const box = await host.page.getByRole('region', { name: /^Done/ }).boundingBox();
    assert.ok(box);
    await host.page.mouse.click(box.x + box.width / 2, box.y + box.height - 20);
    await host.page.getByRole('article', { name: 'd1' }).waitFor();
    assert.equal(await button(host, 'Done').getAttribute('aria-expanded'), 'true');
  });

  it('folds and opens by its key, from a card and from the button that gets the focus', async () => {
    const host = await open({ sessions });
    await host.page.getByRole('button', { name: 'r2' }).focus();
    await host.page.keyboard.press('k');
    await eventually(async () => assert.equal(await focused(host), 'Column Running'));
    assert.deepEqual(await host.titles(), ['n1', 'n2', 'd1']);
    await host.page.keyboard.press('k');
    await eventually(async () =>
      assert.deepEqual(await host.titles(), ['n1', 'n2', 'r1', 'r2', 'd1']),
    );
    assert.equal(await focused(host), 'Column Running');
  });

  it('is passed by the arrows', async () => {
    const host = await open({ sessions, kept: { folded: ['autonomous'] } });
    await host.page.getByRole('button', { name: 'n1' }).focus();
    await host.page.keyboard.press('ArrowRight');
    assert.equal(await focused(host), 'd1');
  });

  it('opens where one of its cards is revealed, and no other does', async () => {
    const folded = ['needs_you', 'autonomous', 'delivered'] as const;
    const host = await open({ sessions, kept: { folded } });
    assert.deepEqual(await host.titles(), []);
    await host.page.keyboard.press('n');
    await eventually(async () => assert.equal(await focused(host), 'n1'));
    await host.reveal('d1');
    await host.whole('d1').waitFor();
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await eventually(async () => assert.equal(await focused(host), 'd1'));
    assert.equal(await button(host, 'Running').getAttribute('aria-expanded'), 'false');
    assert.deepEqual(foldMessages(host).at(-1), ['autonomous']);
  });

  it('is none behind tabs, in a list or in a grid', async () => {
    const kept = { folded: ['needs_you'] } as const;
    const tabbed = await open({ sessions, kept, width: 600 });
    assert.deepEqual(await tabbed.titles(), ['n1', 'n2']);
    await tabbed.page.getByRole('button', { name: 'n1' }).focus();
    await tabbed.page.keyboard.press('k');
    assert.deepEqual(foldMessages(tabbed), []);
    for (const layout of ['list', 'grid'] as const) {
      const host = await open({ sessions, kept: { ...kept, layout } });
      assert.deepEqual(await host.titles(), ['n1', 'n2', 'r1', 'r2', 'd1']);
    }
  });
});
