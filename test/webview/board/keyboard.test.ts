import assert from 'node:assert/strict';
import type { AgentStateGroup, LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

function session(id: string, group: AgentStateGroup, seconds = 0): LiveSession {
  return aSession({
    sessionId: id,
    title: id,
    agentState: { group, state: 'some', label: 'Some state' },
    stateSince: secondsAgo(seconds),
    lastActivityAt: secondsAgo(seconds),
  });
}

const board = [
  session('n1', 'needs_you', 20),
  session('n2', 'needs_you', 10),
  session('r1', 'autonomous', 1),
  session('r2', 'autonomous', 2),
  session('r3', 'autonomous', 3),
  session('d1', 'delivered', 5),
];

const focused = (host: FakeHost): Promise<string> =>
  host.page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

async function press(host: FakeHost, ...keys: readonly string[]): Promise<string> {
  for (const key of keys) await host.page.keyboard.press(key);
  return focused(host);
}

/** Skips the controls above the board and the button of the first column. */
async function tabToBoard(host: FakeHost): Promise<string> {
  await host.page.getByRole('button', { name: 'More', exact: true }).focus();
  return press(host, 'Tab', 'Tab');
}

const becomesFocused = (host: FakeHost, name: string) =>
  eventually(async () => assert.equal(await focused(host), name));

describe('the keyboard', () => {
  const open = pageSuite();

  it('walks the columns by arrows, Home and End', async () => {
    const host = await open({ sessions: board });
    assert.equal(await tabToBoard(host), 'n1');
    assert.equal(await press(host, 'ArrowDown'), 'n2');
    assert.equal(await press(host, 'ArrowDown'), 'n2');
    assert.equal(await press(host, 'ArrowRight'), 'r2');
    assert.equal(await press(host, 'End'), 'r3');
    assert.equal(await press(host, 'ArrowRight'), 'd1');
    assert.equal(await press(host, 'ArrowRight'), 'd1');
    assert.equal(await press(host, 'ArrowLeft', 'Home'), 'r1');
    assert.equal(await press(host, 'ArrowLeft', 'ArrowUp'), 'n1');
  });

  it('stops by Tab at a column, at one of its cards, at the actions of that, and where it was before', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    await press(host, 'ArrowDown');
    const names: string[] = [];
    for (let stop = 0; stop < 7; stop += 1) names.push(await press(host, 'Tab'));
    const more = 'More Actions';
    const expected = [more, 'Column Running', 'r1', more, 'Column Done', 'd1', more];
    assert.deepEqual(names, expected);
    for (let stop = 0; stop < 7; stop += 1) await press(host, 'Shift+Tab');
    assert.equal(await focused(host), 'n2');
  });

  it('skips an empty column', async () => {
    const host = await open({ sessions: [board[0], board[5]].flatMap((one) => one ?? []) });
    await tabToBoard(host);
    assert.equal(await press(host, 'ArrowRight'), 'd1');
  });

  it('leaves keys with a modifier alone', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    assert.equal(await press(host, 'Alt+ArrowDown', 'Control+End'), 'n1');
  });

  it('keeps the focus on a card whose session belongs to another column now', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    await host.update([session('n1', 'autonomous', 0)]);
    await host.page.getByRole('region', { name: 'Running 4' }).waitFor();
    await becomesFocused(host, 'n1');
    assert.equal(await press(host, 'ArrowDown'), 'n2');
  });

  it('keeps the focus on an action of a card that changes', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    assert.equal(await press(host, 'Tab'), 'More Actions');
    await host.update([session('n1', 'delivered', 0)]);
    await host.page.getByRole('region', { name: 'Done 2' }).waitFor();
    await becomesFocused(host, 'More Actions');
    const card = host.page.getByRole('article', { name: 'n1' });
    assert.ok(await card.evaluate((element) => element.contains(document.activeElement)));
  });

  it('keeps the focus through a snapshot', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    await press(host, 'ArrowDown');
    host.loseUpdate([session('n0', 'needs_you', 99)]);
    await host.update([]);
    await host.page.getByRole('button', { name: /1 new/ }).waitFor();
    assert.equal(await focused(host), 'n2');
  });

  it('does not take back a focus that was given up', async () => {
    const host = await open({ sessions: board });
    await tabToBoard(host);
    await host.page.mouse.click(4, 20);
    await host.update([session('n1', 'autonomous', 0)]);
    await host.page.getByRole('region', { name: 'Running 4' }).waitFor();
    assert.equal(await host.page.evaluate(() => document.activeElement === document.body), true);
  });

  it('goes to the card that the host reveals, also one that was not drawn', async () => {
    const many = Array.from({ length: 90 }, (_, i) => session(`d${i}x`, 'delivered', i));
    const host = await open({ sessions: [...board, ...many] });
    await host.reveal('d80x');
    await becomesFocused(host, 'd80x');
    await host.reveal('r2');
    await becomesFocused(host, 'r2');
    await host.reveal('nobody');
    await host.update([]);
    assert.equal(await focused(host), 'r2');
    assert.deepEqual(host.revealed, [2, 3, 4]);
  });

  it('keeps the filter while the host only shows a session', async () => {
    const host = await open({ sessions: board });
    const filter = host.page.getByRole('combobox', { name: 'Filter sessions' });
    await filter.fill('r2');
    await host.reveal('d1', 'show');
    await host.whole('d1').waitFor();
    assert.equal(await filter.inputValue(), 'r2');
  });
});
