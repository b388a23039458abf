import assert from 'node:assert/strict';
import { ask, bash, question, say } from '../../support/claude/reply';
import { BoardSessions } from '../../support/claude/boardSessions';
import { script, writePlan } from '../../support/claude/script';
import { startClient } from '../../support/claude/session';

/** Tests of a session started by the board, with our hooks or without. */
export function describeBoardSession(hooks: boolean): void {
  describe(`A session of the real client without a terminal, ${hooks ? 'with' : 'without'} hooks`, function () {
    this.timeout(120_000);
    let one: BoardSessions;

    before(async () => {
      one = await BoardSessions.open(hooks);
    });
    after(() => one?.close());

    it('begins with its prompt, asks on its card, and takes the next prompt there', async () => {
      one.api.add(script('begin', [bash('touch begun'), say('Made.')]));
      one.api.add(script('next', [say('Then this.')]));
      const id = await one.start('[[begin]] go');
      const { pendingRequest } = await one.answerable(id);
      assert.equal(pendingRequest?.toolName, 'Bash');
      await one.when(id, 'its title', ({ title }) => title.includes('begin'));
      assert.deepEqual(await one.hub.decide(id, { kind: 'allow' }), { outcome: 'accepted' });
      await one.rests(id, 'begin', 2);
      assert.ok(one.home.hasFile('begun'));
      assert.deepEqual(await one.send(id, '[[next]] go'), { resume: false });
      const read = await one.when(id, 'a read prompt', ({ prompting }) =>
        (prompting?.prompts ?? []).some(({ state }) => state === 'read'),
      );
      assert.equal(read.prompting?.prompts[0]?.way, 'runner');
      await one.rests(id, 'next', 1);
      await one.end(id);
      assert.deepEqual(one.problems, []);
    });

    it('is denied with a message that the agent reads', async () => {
      one.api.add(script('deny', [bash('touch denied'), say('Otherwise, then.')]));
      const id = await one.start('[[deny]] go');
      await one.answerable(id);
      const message = 'Use "mktemp" instead,\nplease: ü 日本';
      assert.deepEqual(await one.hub.decide(id, { kind: 'deny', message }), {
        outcome: 'accepted',
      });
      await one.rests(id, 'deny', 2);
      assert.ok(!one.home.hasFile('denied'));
      assert.ok(one.api.lastTold('deny').includes(JSON.stringify(message).slice(1, -1)));
      await one.end(id);
    });

    it('asks its questions and shows its plan on its card', async () => {
      const colour = question('Which colour?', ['Red', 'Blue']);
      one.api.add(script('ask', [ask(colour), say('Thank you.')]));
      one.api.add(script('plan', [writePlan('# The plan'), say('Mine.').exitPlan(), say('Done.')]));
      const id = await one.start('[[ask]] go', { mode: 'plan' });
      assert.equal((await one.answerable(id)).pendingRequest?.toolName, 'AskUserQuestion');
      await one.hub.decide(id, { kind: 'answer', answers: [['Blue']] });
      await one.rests(id, 'ask', 2);
      assert.match(one.api.lastTold('ask'), /Which colour\?\\*"=\\*"Blue/);
      await one.send(id, '[[plan]] go');
      const { pendingRequest } = await one.answerable(id);
      assert.equal(pendingRequest?.toolName, 'ExitPlanMode');
      const plan = '# The plan, edited';
      await one.hub.decide(id, { kind: 'approve', acceptEdits: true, plan });
      await one.rests(id, 'plan', 3);
      assert.match(one.api.lastTold('plan'), /# The plan, edited/);
      await one.end(id);
    });

    it('is interrupted at work, also while it asks by the end of the whole', async () => {
      one.api.add(script('long', [bash('touch waits && tail -f waits'), say('It waited.')]));
      const id = await one.start('[[long]] go');
      await one.answerable(id);
      await one.hub.decide(id, { kind: 'allow' });
      await one.when(id, 'the command', ({ agentState }) => agentState.group === 'autonomous');
      assert.equal(await one.hub.act(id, 'interrupt'), 'done');
      await one.rests(id, 'long', 1);
      one.api.add(script('asks', [bash('touch never'), say('No.')]));
      await one.send(id, '[[asks]] go');
      await one.hub.changePrompts(id, { kind: 'go' });
      await one.answerable(id);
      assert.equal(await one.hub.act(id, 'release'), 'done');
      await one.gone(id);
      assert.ok(!one.home.hasFile('never'));
    });

    it('is taken over in a terminal, which knows what was said', async () => {
      one.api.add(script('before', [say('The zeppelin flies.')]));
      one.api.add(script('after', [say('It is red now.')]));
      const id = await one.start('[[before]] go');
      await one.rests(id, 'before', 1);
      assert.equal(await one.hub.act(id, 'release'), 'done');
      await one.gone(id);
      const terminal = await startClient({ api: one.api, home: one.home, args: ['--resume', id] });
      try {
        await terminal.turn('[[after]] go');
        assert.match(one.api.lastTold('after'), /The zeppelin flies/);
        // While it runs there, no second process is started for it.
        const again = one.start('[[after]] go', { sessionId: id, resume: true });
        await assert.rejects(
          again,
          new RegExp(`Process ${terminal.pid} already runs this session`),
        );
        assert.equal(one.api.turns('after').length, 1);
      } finally {
        await terminal.dispose();
      }
    });

    it('goes on at the hub that takes over, with its question', async () => {
      one.api.add(script('move', [bash('touch moved'), say('Made.')]));
      const id = await one.start('[[move]] go');
      const before = (await one.answerable(id)).pendingRequest?.call?.id;
      await one.hub.stop();
      await one.startHub();
      await one.when(id, 'the session', () => true);
      await one.hub.offerControl();
      const after = (await one.answerable(id)).pendingRequest?.call?.id;
      assert.notEqual(after, before);
      assert.deepEqual(await one.hub.decide(id, { kind: 'allow' }), { outcome: 'accepted' });
      await one.rests(id, 'move', 2);
      assert.ok(one.home.hasFile('moved'));
      await one.end(id);
    });
  });
}
