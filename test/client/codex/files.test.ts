import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { AgentState, LiveSession } from '../../../src/shared/protocol/protocol';
import { CodexStage } from '../../support/codex/codexStage';
import { codex, codexQuestion } from '../../support/codex/reply';
import { gate } from '../../support/realClient/gate';
import type { WatchedHub } from '../../support/watchedHub';

describe('What the files of the real Codex alone say', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;

  async function open(options: Parameters<typeof CodexStage.open>[0] = {}): Promise<void> {
    stage = await CodexStage.open({ ownProcess: true, ...options });
    hub = await stage.hub();
    await hub.live();
  }
  afterEach(() => stage.close());

  const shows = (
    group: AgentState['group'],
    state: string,
    fits: (session: LiveSession) => boolean = () => true,
  ): Promise<LiveSession> =>
    hub.waitFor(
      `${group}/${state}`,
      (session) =>
        session.agentState.group === group && session.agentState.state === state && fits(session),
    );

  it('is which files a patch changed, and what came of a command', async () => {
    await open();
    const commit = 'git add -A && git commit -q -m "Add a file" && git log --oneline -1';
    stage.script(
      'go',
      codex.addFile('new.txt', 'one', 'two').shell('echo "  12 passing (1s)" # npx mocha'),
      codex.shell(commit),
      codex.say('Done.'),
    );
    const client = await stage.client();
    await client.turn('[[go]]');
    const { changes } = await shows('needs_you', 'idle');
    assert.deepEqual(changes, { files: 1, edits: 1 });
  });

  it('is that a command waits for permission, as it has no process', async () => {
    await open();
    stage.script('go', codex.shell('sleep 3; echo hi > ../out.txt', 'May I?'), codex.say('Done.'));
    const client = await stage.client();
    await client.prompt('[[go]]');
    await client.waitFor('permission');
    await shows('needs_you', 'needs_permission');
    await client.approve();
    await shows('autonomous', 'acting');
    await shows('needs_you', 'idle');
  });

  it('is a question and a proposed plan, in plan mode', async () => {
    await open();
    stage.script('ask', codex.ask(codexQuestion('Which one?', ['Red', 'Blue'])), codex.say('Red.'));
    stage.script('plan', codex.say('<proposed_plan>\n# Plan\n1. Do a\n</proposed_plan>'));
    stage.script('hi', codex.say('Hello.'));
    const client = await stage.client();
    await client.turn('[[hi]]'); // The mode of a session that has no turn yet does not last.
    await client.command('/plan');
    await client.terminal.waitForScreen('Plan mode (');
    await client.prompt('[[ask]]');
    await client.waitFor('question');
    const asking = await shows('needs_you', 'awaiting_input');
    assert.equal(asking.permissionMode, 'plan');
    assert.equal(asking.pendingRequest?.toolName, 'AskUserQuestion');
    client.terminal.press('enter');
    await shows('needs_you', 'idle');
    await client.prompt('[[plan]]');
    const { pendingRequest } = await shows('needs_you', 'awaiting_approval');
    const { toolName, toolInput, call } = pendingRequest ?? {};
    const plan = '# Plan\n1. Do a\n';
    assert.deepEqual([toolName, toolInput, call], ['ExitPlanMode', { plan }, undefined]);
    assert.equal(await client.waitFor('plan'), 'plan');
  });

  it('is that a conversation is being compacted', async () => {
    await open();
    stage.script('go', codex.say('Hello.'));
    const client = await stage.client();
    await client.turn('[[go]]');
    await shows('needs_you', 'idle');
    // Otherwise start and end of the compaction may be read at once.
    const held = gate();
    stage.api.holdCompactions = held;
    await client.command('/compact');
    await shows('autonomous', 'compacting');
    held.open();
    await shows('needs_you', 'idle');
  });

  it('is the work of subagents, each with a transcript of its own', async () => {
    await open({ model: 'gpt-6.2-sol' });
    const held = gate();
    stage.script(
      'root',
      codex.spawn('alpha', '[[alpha]]'),
      codex.waitForAgents(),
      codex.say('End of root.'),
    );
    stage.script('alpha', codex.hold(held).say('Alpha is done.'));
    const client = await stage.client();
    await client.prompt('[[root]]');
    const { subagents } = await shows(
      'autonomous',
      'delegating',
      (session) => session.subagents.length === 1,
    );
    const [alpha] = subagents;
    assert.equal(alpha?.state, 'running');
    assert.equal(client.state, 'working');
    held.open();
    const done = await shows('needs_you', 'idle');
    assert.equal(done.subagents[0]?.state, 'completed');
    assert.equal(hub.board.sessions.length, 1);
    assert.ok((await fs.stat(alpha.transcriptPath ?? '')).isFile());
    assert.equal(path.extname(alpha.transcriptPath ?? ''), '.jsonl');
  });

  it('is the use of a fork, without that of its original', async () => {
    await open();
    stage.script('one', codex.say('One.').usage({ input: 1_000, cached: 0, output: 10 }));
    stage.script('two', codex.say('Two.').usage({ input: 2_000, cached: 0, output: 20 }));
    const client = await stage.client();
    await client.turn('[[one]]');
    const original = await shows('needs_you', 'idle', ({ tokens }) => tokens.total === 1_010);
    await client.quit();
    await shows('delivered', 'session_ended');
    const fork = await stage.client({ args: ['fork', original.sessionId] });
    await fork.turn('[[two]]');
    const copy = await hub.waitFor(
      'the fork',
      ({ sessionId, tokens }) => sessionId !== original.sessionId && tokens.total === 2_020,
    );
    assert.equal(copy.pid, fork.pid);
    assert.equal(hub.board.get(original.sessionId)?.tokens.total, 1_010);
  });
});
