import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { historySchema, type HistoryPage } from '../../../src/shared/protocol/history';
import { routes } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const day = 24 * 60 * 60_000;

describe('A session of the past', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let old: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    for (let index = 0; index < 100; index += 1) await session(`recent-${index}`, 10 + index / 100);
    old = await session('old', 40);
    const agent = path.join(home, 'projects', '-home-dev-shop', 'old', 'subagents', 'agent-x');
    fs.mkdirSync(path.dirname(agent), { recursive: true });
    fs.writeFileSync(`${agent}.meta.json`, JSON.stringify({ agentType: 'Explore' }));
    hub = await TestHub.start(home);
    await hub.running.complete;
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  async function session(sessionId: string, daysAgo: number): Promise<TranscriptFile> {
    const at = Date.now() - daysAgo * day;
    const file = path.join(home, 'projects', '-home-dev-shop', `${sessionId}.jsonl`);
    const one = new TranscriptFile(sessionId, file, at);
    await one.write(one.prompt(`Do ${sessionId}`), one.answer('Done.', `msg_${sessionId}`));
    fs.utimesSync(file, at / 1000, at / 1000);
    return one;
  }
  const ids = async (): Promise<string[]> =>
    (await hub.board()).sessions.map(({ sessionId }) => sessionId);

  it('is not on the board, which has the hundred that were active last', async () => {
    const shown = await ids();
    assert.equal(shown.length, 100);
    assert.ok(!shown.includes('old'));
  });

  it('is on the board as long as it is pinned, over restarts, and moves nobody else off', async () => {
    const target = { scope: 'session', sessionId: 'old' };
    const pin = (on: boolean) => hub.post(`${routes.marks}/pin`, { target, on });
    assert.equal((await pin(true)).status, 204);
    await hub.waitFor('old', ({ pinned, tokens }) =>
      assert.deepEqual([pinned, tokens.total], [true, 15]),
    );
    await hub.close();
    hub = await TestHub.start(home);
    await hub.running.complete;
    await hub.waitFor('old', ({ pinned }) => assert.equal(pinned, true));
    assert.equal((await ids()).length, 101);
    await pin(false);
    await hub.close();
    hub = await TestHub.start(home);
    await hub.running.complete;
    assert.ok(!(await ids()).includes('old'));
  });

  it('is found by the name and the tags that a person gave it, and says its own title', async () => {
    const name = `${routes.sessions}/old/name`;
    assert.equal((await hub.post(name, { name: 'Grandfather clock' })).status, 204);
    const tag = { word: 'heirloom', color: 'teal', on: true };
    const target = { scope: 'project', path: '/home/dev/shop' };
    assert.equal((await hub.post(`${routes.marks}/tag`, { ...tag, target })).status, 204);
    const find = (query: string): Promise<HistoryPage> =>
      until(
        async () => {
          const answer = await hub.call(`${routes.history}?query=${query}`);
          return historySchema.parse(JSON.parse(answer.text));
        },
        ({ complete }) => assert.ok(complete, 'not all was read'),
      );
    const [found] = (await find('grandfather')).sessions;
    assert.deepEqual([found?.title, found?.originalTitle], ['Grandfather clock', 'Do old']);
    assert.equal((await find('heirloom')).total, 101);
    const refused = await hub.post(name, { name: 'x'.repeat(81) });
    assert.deepEqual([refused.status, JSON.parse(refused.text).error], [400, 'name_long']);
    await hub.post(name, { name: '' });
    assert.equal((await find('grandfather')).total, 0);
  });

  it('is on the board again, whole and with its cost, when its transcript grows', async () => {
    await old.write(old.prompt('Go on'));
    const back = await hub.waitFor('old', ({ tokens, lastPrompt }) =>
      assert.deepEqual([tokens.total, lastPrompt], [15, 'Go on']),
    );
    assert.equal(back.title, 'Do old');
    await hub.waitFor('old', ({ subagents }) => assert.equal(subagents[0]?.agentType, 'Explore'));
  });

  it('is on the board again, whole and with its cost, when a hook tells of it', async () => {
    await hub.hook(aHook('SessionStart', { session_id: 'old', source: 'resume' }));
    await hub.waitFor('old', ({ title, tokens, agentState }) =>
      assert.deepEqual([title, tokens.total, agentState.state], ['Do old', 15, 'idle']),
    );
  });

  it('is on the board while somebody runs it', async () => {
    const entry = { pid: process.pid, sessionId: 'old', status: 'idle', startedAt: Date.now() };
    fs.mkdirSync(path.join(home, 'sessions'), { recursive: true });
    const file = path.join(home, 'sessions', `${process.pid}.json`);
    fs.writeFileSync(file, JSON.stringify({ ...entry, statusUpdatedAt: Date.now() }));
    await hub.waitFor('old', ({ title, tokens }) =>
      assert.deepEqual([title, tokens.total], ['Do old', 15]),
    );
    // A hub that starts later has it from the first moment.
    await hub.close();
    hub = await TestHub.start(home);
    const [first] = (await hub.board()).sessions;
    assert.equal(first?.sessionId, 'old');
    assert.equal(first.title, 'Do old');
  });

  it('stays dismissed when it comes back by itself, and comes in sight when it is active', async () => {
    await old.write(old.prompt('Go on'), old.answer('Done.', 'msg_2'));
    await hub.waitFor('old', ({ lastPrompt }) => assert.equal(lastPrompt, 'Go on'));
    const answer = await hub.call('/api/live/sessions/old/archive', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ archived: true }),
    });
    assert.equal(answer.status, 204);
    await hub.waitFor('old', ({ agentState }) => assert.equal(agentState.state, 'archived'));
    await hub.close();
    hub = await TestHub.start(home);
    await hub.waitFor('old', ({ agentState }) => assert.equal(agentState.state, 'archived'));
    await hub.hook(aHook('UserPromptSubmit', { session_id: 'old', prompt: 'More' }));
    await hub.waitFor('old', ({ agentState }) => assert.equal(agentState.state, 'thinking'));
  });

  it('costs today what it costs', async () => {
    await until(
      () => hub.summary(),
      ({ scan }) => assert.equal(scan, undefined),
    );
    const before = (await hub.summary()).totalTokensToday;
    const today = new TranscriptFile('old', old.file, Date.now());
    await today.write(today.answer('Today.', 'msg_today', { input: 70, output: 7 }));
    await until(
      () => hub.summary(),
      ({ totalTokensToday }) => assert.equal(totalTokensToday - before, 77),
    );
  });
});
