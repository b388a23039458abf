import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';
import { needs } from '../../support/skip';

describe('A transcript', () => {
  let home: string;
  let hub: TestHub;
  let transcript: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    transcript = TranscriptFile.of(home, 'session-1');
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  /** Starts a hub in a home that has been used before. */
  async function start(): Promise<void> {
    await fs.mkdir(path.join(home, 'projects', '-home-dev-shop'), { recursive: true });
    hub = await TestHub.start(home);
    await hub.running.complete;
  }
  const waitForState = (expected: string): Promise<unknown> =>
    hub.waitFor('session-1', ({ agentState }) => assert.equal(agentState.state, expected));
  const ids = async (): Promise<string[]> =>
    (await hub.board()).sessions.map(({ sessionId }) => sessionId);

  /** Usage is counted by a separate thread, which may be a moment late. */
  const countedOnce = (): Promise<unknown> =>
    hub.waitFor('session-1', ({ tokens }) => assert.equal(tokens.total, 15, 'counted once'));

  it('that is written while the hub watches moves a card through its states', async () => {
    await start();
    await transcript.write(transcript.prompt('Add a cart'));
    await waitForState('thinking');
    await transcript.write(transcript.call('Bash', { command: 'ls' }, 'toolu_1'));
    await waitForState('acting');
    await transcript.write(transcript.result('toolu_1'), transcript.answer('Done.', 'msg_2'));
    await waitForState('idle');
    const session = await hub.waitFor('session-1', ({ tokens }) => assert.equal(tokens.output, 10));
    assert.deepEqual(
      [session.title, session.projectPath, session.projectName, session.gitBranch],
      ['Add a cart', '/home/dev/shop', 'shop', 'main'],
    );
    assert.equal(session.transcriptPath, transcript.file);
    assert.equal(session.agentState.source, 'jsonl');
  });

  it('of a subagent in its session’s folder, as old clients write it, is on the card of the session', async () => {
    const file = path.join(path.dirname(transcript.file), 'agent-5c0ffee0.jsonl');
    const agent = new TranscriptFile('session-1', file);
    await transcript.write(transcript.prompt('Before'), transcript.answer('Done.'));
    await agent.write(agent.prompt('Look around'), agent.answer('Found.', 'msg_agent'));
    await start();
    const session = await hub.waitFor('session-1', ({ tokens }) => assert.equal(tokens.output, 10));
    assert.deepEqual(
      session.subagents?.map(({ agentId }) => agentId),
      ['5c0ffee0'],
    );
  });

  it('in a home where no client has run before is found', async () => {
    hub = await TestHub.start(home);
    await transcript.write(transcript.prompt('The very first'));
    await waitForState('thinking');
  });

  it('that exists when the hub starts is on the board with its cost', async () => {
    await transcript.write(
      transcript.prompt('Before'),
      transcript.answer('Done.', 'msg_1', { input: 1000, output: 500 }),
    );
    await start();
    const { sessions, summary } = await hub.board();
    assert.equal(sessions[0]?.title, 'Before');
    assert.equal(sessions[0].tokens.total, 1500);
    assert.equal(summary.totalTokensToday, 1500);
    assert.ok(summary.totalCostTodayUsd > 0);
    assert.equal(summary.totalCostTodayUsd, sessions[0].cost.totalUsd);
  });

  it('that is moved to another project keeps its card', async () => {
    await start();
    await transcript.write(transcript.prompt('Before'), transcript.answer('Moving.'));
    await waitForState('idle');
    const file = path.join(home, 'projects', '-home-dev-worktree', 'session-1.jsonl');
    await fs.mkdir(path.dirname(file));
    await fs.rename(transcript.file, file);
    const moved = transcript.movedTo(file);
    await moved.write(moved.prompt('After'));
    await hub.waitFor('session-1', (session) => assert.equal(session.transcriptPath, file));
    await waitForState('thinking');
    const session = await hub.session('session-1');
    assert.deepEqual(await ids(), ['session-1']);
    assert.deepEqual([session?.title, session?.lastPrompt], ['Before', 'After']);
    await countedOnce();
  });

  it('in two folders is one card, which follows the file that grows', async () => {
    const other = TranscriptFile.of(home, 'session-1', '-home-dev-copy');
    await other.write(other.prompt('The same'), other.answer('Half.', 'msg_1'));
    await transcript.write(transcript.prompt('The same'), transcript.answer('Half.', 'msg_1'));
    const past = new Date(Date.now() - 60_000);
    await fs.utimes(other.file, past, past);
    await start();
    await hub.waitFor('session-1', (card) => assert.equal(card.transcriptPath, transcript.file));
    await other.write(other.prompt('Going on in the other'));
    const session = await hub.waitFor('session-1', (card) =>
      assert.equal(card.lastPrompt, 'Going on in the other'),
    );
    assert.deepEqual(await ids(), ['session-1']);
    assert.equal(session.transcriptPath, other.file);
    assert.equal(session.title, 'The same');
    await countedOnce();
  });

  it('of a fork is another card, without the tokens of the copied messages', async () => {
    await transcript.write(
      transcript.prompt('First'),
      transcript.answer('Done.', 'msg_1', { input: 100, output: 50 }),
    );
    const fork = TranscriptFile.of(home, 'session-2');
    await fork.write(
      fork.prompt('First', { session_id: 'session-1' }),
      fork.answer('Done.', 'msg_1', { input: 100, output: 50 }, { session_id: 'session-1' }),
      fork.prompt('Second'),
      fork.answer('Done too.', 'msg_2', { input: 10, output: 5 }),
    );
    await start();
    assert.equal((await hub.session('session-1'))?.tokens.total, 150);
    assert.equal((await hub.session('session-2'))?.tokens.total, 15);
    assert.equal((await hub.summary()).totalTokensToday, 165);
  });

  it('that is deleted loses its card, unless its client runs', async () => {
    await start();
    await transcript.write(transcript.prompt('Go'), transcript.answer('Done.'));
    await waitForState('idle');
    const reader = hub.stream();
    await reader.waitFor((frames) => assert.ok(frames.length > 0, 'the stream has begun'));
    await fs.rm(transcript.file);
    await reader.waitFor((frames) =>
      assert.ok(frames.some(({ event }) => event.type === 'removed')),
    );
    assert.deepEqual(await ids(), []);
    await transcript.write(transcript.prompt('Go'));
    await waitForState('thinking');
    await hub.hook(aHook('Stop', { session_id: 'session-1' }));
    await fs.rm(transcript.file);
    await hub.hook(aHook('SessionStart', { session_id: 'later' }));
    await hub.waitFor('later', () => undefined);
    assert.deepEqual((await ids()).sort(), ['later', 'session-1']);
  });

  it('that is truncated and rewritten is read again', async () => {
    await start();
    await transcript.write(transcript.prompt('Old'), transcript.answer('x'.repeat(1000)));
    await waitForState('idle');
    await fs.truncate(transcript.file, 0);
    await transcript.write(transcript.prompt('New'));
    await hub.waitFor('session-1', (card) => assert.equal(card.title, 'New'));
  });

  it('with damaged lines shows the other lines', async () => {
    await transcript.write(
      '{"type":"user","mess',
      'no json at all',
      '\u0000\u0000\u0000',
      '[]',
      transcript.prompt('Still here'),
      '{"type":"assistant","message":5}',
    );
    await fs.appendFile(transcript.file, '{"type":"user","message":{"content":"half');
    await start();
    assert.equal((await hub.session('session-1'))?.title, 'Still here');
  });

  it('of a subagent is no session; its tokens count for its parent', async () => {
    await transcript.write(transcript.prompt('Delegate'), transcript.answer('…', 'msg_1'));
    const folder = path.join(path.dirname(transcript.file), 'session-1', 'subagents');
    const agent = new TranscriptFile('session-1', path.join(folder, 'agent-a1.jsonl'));
    await agent.write(agent.prompt('Look'), agent.answer('Found.', 'msg_2', { output: 90 }));
    const meta = { agentType: 'Explore', description: 'Find it', finished: true };
    await fs.writeFile(path.join(folder, 'agent-a1.meta.json'), JSON.stringify(meta));
    await start();
    assert.deepEqual(await ids(), ['session-1']);
    const session = await hub.session('session-1');
    const [card] = session?.subagents ?? [];
    assert.deepEqual(
      [card?.agentId, card?.agentType, card?.description, card?.state, card?.transcriptPath],
      ['a1', 'Explore', 'Find it', 'completed', agent.file],
    );
    assert.equal(card?.tokens?.output, 90);
    assert.equal(session?.tokens.output, 95);
  });

  it('behind a link that leads out of the projects is not opened', async function () {
    needs(this, 'links');
    const outside = new TranscriptFile('secret', path.join(home, 'outside', 'secret.jsonl'));
    await outside.write(outside.prompt('Not for the board'));
    await transcript.write(transcript.prompt('Inside'));
    await fs.symlink(outside.file, path.join(path.dirname(transcript.file), 'secret.jsonl'));
    await fs.symlink(path.dirname(outside.file), path.join(home, 'projects', 'away'));
    await start();
    assert.deepEqual(await ids(), ['session-1']);
  });

  it('that a payload names outside the projects is not opened', async () => {
    await start();
    const outside = new TranscriptFile('secret', path.join(home, 'outside', 'secret.jsonl'));
    await outside.write(outside.prompt('Not for the board'), outside.answer('Secret title'));
    const climbing = path.join(home, 'projects', 'x', '..', '..', 'outside', 'secret.jsonl');
    for (const transcript_path of [outside.file, climbing, '/etc/passwd', '', '\u0000']) {
      const hook = aHook('SessionStart', { session_id: 'secret', transcript_path });
      assert.equal((await hub.hook(hook, { 'x-claude-entrypoint': 'cli' })).status, 204);
    }
    await transcript.write(transcript.prompt('Later'));
    await waitForState('thinking');
    const session = await hub.session('secret');
    assert.deepEqual([session?.title, session?.transcriptPath], ['Session secret', '']);
  });

  it('that a payload names before any watcher saw it is read at once', async () => {
    await start();
    const late = TranscriptFile.of(home, 'session-1', '-home-dev-brand-new-folder');
    await late.write(late.prompt('Named by a hook'));
    await hub.hook(aHook('Stop', { session_id: 'session-1', transcript_path: late.file }));
    await hub.waitFor('session-1', (card) => {
      assert.equal(card.title, 'Named by a hook');
      assert.equal(card.transcriptPath, late.file);
    });
  });

  it('causes an event on the stream when it grows', async () => {
    await start();
    const reader = hub.stream();
    await transcript.write(transcript.prompt('Go'));
    await reader.waitFor((frames) =>
      assert.ok(frames.some(({ event }) => event.type === 'sessions')),
    );
  });

  it('is known completely to the next hub after one has closed', async () => {
    await start();
    await transcript.write(transcript.prompt('Go'), transcript.answer('Shall I?'));
    const before = await hub.waitFor('session-1', ({ agentState, tokens }) =>
      assert.deepEqual([agentState.state, tokens.total], ['awaiting_input', 15]),
    );
    await hub.close();
    await start();
    assert.deepEqual(await hub.session('session-1'), before);
  });

  it('is read completely if it grows by thousands of lines at once', async () => {
    await start();
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      transcript.answer(`Line ${index}`, `msg_${index}`, { input: 1, output: 1 }),
    );
    await transcript.write(transcript.prompt('Many'), ...lines);
    await until(
      () => hub.session('session-1'),
      (card) => assert.equal(card?.tokens.total, 6_000),
    );
    assert.equal((await hub.call(routes.summary)).status, 200);
  });
});
