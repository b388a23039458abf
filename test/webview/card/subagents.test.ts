import assert from 'node:assert/strict';
import type { SubagentCard } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, aSubagent, secondsAgo } from '../../support/sessionBuilder';

const tokens = { input: 300, output: 0, cacheRead: 12_000, cacheCreation: 0, total: 12_300 };

const works = (agentId: string, rest: Partial<SubagentCard> = {}) =>
  aSubagent({ agentId, agentType: agentId, description: `Task ${agentId}`, ...rest });
const ended = (agentId: string, rest: Partial<SubagentCard> = {}) =>
  works(agentId, { state: 'completed', endedAt: secondsAgo(8), ...rest });

const rows = (host: FakeHost) => host.page.locator('.subagent .subagent-type').allInnerTexts();
const expectRows = (host: FakeHost, names: readonly string[]) =>
  eventually(async () => assert.deepEqual(await rows(host), names));

describe('the subagents of a card', () => {
  const open = wholeSuite();
  const show = async (...subagents: readonly SubagentCard[]) => {
    const host = await open({
      sessions: [aSession({ sessionId: 'one', subagents: [...subagents] })],
    });
    await host.page.getByRole('button', { name: 'Details' }).click();
    return host;
  };

  it('are a number on the card while they work, named in its tooltip', async () => {
    const host = await open({
      sessions: [aSession({ subagents: [works('a'), works('b'), ended('c')] })],
    });
    const count = host.page.getByRole('article').getByTitle(/^2 subagents working/);
    assert.equal(await count.getAttribute('title'), '2 subagents working\na: Task a\nb: Task b');
    await host.update([aSession({ subagents: [ended('a'), ended('b'), ended('c')] })]);
    await eventually(async () => assert.equal(await count.count(), 0));
  });

  it('are nested under the one that started them, each with what it does, for how long, for how much', async () => {
    const host = await show(
      works('a', { tokens, startedAt: secondsAgo(130) }),
      works('b', { parentAgentId: 'a', state: 'needs_permission' }),
      works('c', { parentAgentId: 'b', state: 'spawned' }),
      works('d', { state: 'lucid_dream' }),
    );
    const list = host.page.getByRole('list', { name: 'Subagents' });
    assert.equal(
      await list.ariaSnapshot(),
      `- list "Subagents":
  - listitem:
    - text: a Task a running 2m 12.3k tokens
    - list:
      - listitem:
        - text: b Task b waiting for permission 20s
        - list:
          - listitem: c Task c spawned 20s
  - listitem: d Task d lucid dream 20s`,
    );
  });

  it('tick while they run, and stand still once they ended', async () => {
    const host = await show(works('run', { startedAt: secondsAgo(5) }), ended('end'));
    await host.page.getByRole('button', { name: '1 completed' }).click();
    const times = () => host.page.locator('.subagent-figure').allInnerTexts();
    await eventually(async () => assert.deepEqual(await times(), ['5s', '12s']));
    await host.page.clock.runFor(2000);
    await eventually(async () => assert.deepEqual(await times(), ['7s', '12s']));
  });

  it('are six at first, all on demand', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const host = await show(...all.map((id) => works(id)));
    await expectRows(host, all.slice(0, 6));
    await host.page.getByRole('button', { name: 'and 2 more' }).click();
    await expectRows(host, all);
    await host.page.getByRole('button', { name: 'Show Fewer' }).click();
    await expectRows(host, all.slice(0, 6));
  });

  it('that ended are a number that opens', async () => {
    const host = await show(
      ended('x', { endedAt: secondsAgo(9) }),
      works('a'),
      ended('y'),
      ended('z', { state: 'failed', endedAt: secondsAgo(3) }),
      ended('child', { parentAgentId: 'a' }),
    );
    await expectRows(host, ['a']);
    const rest = host.page.getByRole('button', { name: '3 completed, 1 failed' });
    assert.equal(await rest.getAttribute('aria-expanded'), 'false');
    await rest.click();
    await expectRows(host, ['a', 'child', 'z', 'y', 'x']);
    assert.equal(await rest.getAttribute('aria-expanded'), 'true');
  });

  it('say whose number it is where none is at work', async () => {
    const host = await show(ended('x'), ended('y'));
    await host.page.getByRole('button', { name: 'Subagents: 2 completed' }).click();
    await expectRows(host, ['x', 'y']);
  });

  it('stay open while the session changes its group', async () => {
    const host = await show(ended('x'));
    await host.page.getByRole('button', { name: 'Subagents: 1 completed' }).click();
    const agentState = { group: 'needs_you', state: 'idle', label: 'Waiting' } as const;
    await host.update([aSession({ sessionId: 'one', subagents: [ended('x')], agentState })]);
    await host.whole('one').getByText('Waiting').first().waitFor();
    await expectRows(host, ['x']);
  });

  it('open their transcript, by pointer and keyboard, if there is one', async () => {
    const host = await show(works('a', { transcriptPath: '/x/agent-a.jsonl' }), works('b'));
    await host.page.getByRole('button', { name: 'a Task a running' }).click();
    await host.page.getByRole('button', { name: 'a Task a running' }).press('Enter');
    assert.equal(await host.page.getByRole('button', { name: 'b Task b' }).count(), 0);
    const message = { type: 'openSubagentTranscript', sessionId: 'one', agentId: 'a' };
    await eventually(() => assert.deepEqual(host.received.slice(1), [message, message]));
  });
});
