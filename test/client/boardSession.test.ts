import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { runSession } from '../../src/extension/runner/runSession';
import { startRunner } from '../../src/extension/views/boardSession/startRunner';
import { newRunnerKey } from '../../src/extension/util/runnerKey';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import type { RunnerJob } from '../../src/shared/protocol/runner';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { ask, bash, question, say } from '../support/claude/reply';
import { script, writePlan } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient } from '../support/claude/session';
import { testSigner } from '../support/hub/testSigner';
import { threadScripts } from '../support/hub/process/threadScripts';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';

const patienceMs = 20_000;

for (const hooks of [true, false]) {
  describe(`A session of the real client without a terminal, ${hooks ? 'with' : 'without'} hooks`, function () {
    this.timeout(120_000);
    let api: ScriptedApi;
    let home: IsolatedHome;
    let hub: WatchedHub;
    let client: string;
    const started = new Set<string>();
    const problems: string[] = [];

    before(async () => {
      client = await installClient();
      api = await ScriptedApi.start();
      home = await IsolatedHome.create();
      if (hooks) await installHooks(home.configHome, { path: client, version: pinnedVersion });
      hub = await WatchedHub.start(home.configHome);
    });

    after(async () => {
      for (const id of started) await hub.act(id, 'terminate').catch(() => undefined);
      await hub?.stop();
      await home?.dispose();
      await api?.close();
    });

    async function start(prompt: string, change: Partial<RunnerJob> = {}): Promise<string> {
      const sessionId = randomUUID();
      const job: RunnerJob = {
        configHome: home.configHome,
        command: `'${client}'`,
        folder: home.project,
        sessionId,
        mode: 'default',
        resume: false,
        prompt,
        key: newRunnerKey(testSigner, 'hub', change.sessionId ?? sessionId),
        ...change,
      };
      const runner = path.join(threadScripts(), 'runner.js');
      const environment = { ...process.env, ...home.environment(api.url) };
      await startRunner(runner, job, (problem) => problems.push(problem), environment);
      started.add(job.sessionId);
      await hub.waitFor('the session', (one) => one.sessionId === job.sessionId, patienceMs);
      await hub.offerControl();
      return job.sessionId;
    }
    const when = (id: string, what: string, fits: (session: LiveSession) => boolean) =>
      hub.waitFor(what, (session) => session.sessionId === id && fits(session), patienceMs);
    const answerable = (id: string): Promise<LiveSession> =>
      when(id, 'a request', ({ pendingRequest }) => pendingRequest?.call?.answerable === true);
    /** Once the model has answered so many times. */
    const rests = async (id: string, marker: string, answers: number): Promise<LiveSession> => {
      await until(
        () => api.turns(marker).length,
        (count) => assert.equal(count, answers),
        patienceMs,
      );
      return when(id, 'a rest', ({ agentState, prompting, pendingRequest }) => {
        const { state } = agentState;
        const isIdle = state === 'idle' || state === 'interrupted' || state === 'awaiting_input';
        return isIdle && prompting?.way === 'runner' && pendingRequest === undefined;
      });
    };
    const gone = (id: string): Promise<LiveSession> =>
      when(
        id,
        'its end',
        ({ pid, prompting }) => pid === undefined && prompting?.way === undefined,
      );
    const end = async (id: string): Promise<void> => {
      await until(
        () => hub.act(id, 'end'),
        (outcome) => assert.equal(outcome, 'done'),
      );
      await gone(id);
    };
    const made = (name: string): boolean => fs.existsSync(path.join(home.project, name));
    const send = (id: string, text: string) =>
      hub.changePrompts(id, { kind: 'add', id: randomUUID(), text });
    const told = (marker: string): string =>
      JSON.stringify(api.turns(marker).at(-1)?.body.messages);

    it('begins with its prompt, asks on its card, and takes the next prompt there', async () => {
      api.add(script('begin', [bash('touch begun'), say('Made.')]));
      api.add(script('next', [say('Then this.')]));
      const id = await start('[[begin]] go');
      const { pendingRequest } = await answerable(id);
      assert.equal(pendingRequest?.toolName, 'Bash');
      await when(id, 'its title', ({ title }) => title.includes('begin'));
      assert.deepEqual(await hub.decide(id, { kind: 'allow' }), { outcome: 'accepted' });
      await rests(id, 'begin', 2);
      assert.ok(made('begun'));
      assert.deepEqual(await send(id, '[[next]] go'), { resume: false });
      const read = await when(id, 'a read prompt', ({ prompting }) =>
        (prompting?.prompts ?? []).some(({ state }) => state === 'read'),
      );
      assert.equal(read.prompting?.prompts[0]?.way, 'runner');
      await rests(id, 'next', 1);
      await end(id);
      assert.deepEqual(problems, []);
    });

    it('is denied with a message that the agent reads', async () => {
      api.add(script('deny', [bash('touch denied'), say('Otherwise, then.')]));
      const id = await start('[[deny]] go');
      await answerable(id);
      const message = 'Use "mktemp" instead,\nplease: ü 日本';
      assert.deepEqual(await hub.decide(id, { kind: 'deny', message }), { outcome: 'accepted' });
      await rests(id, 'deny', 2);
      assert.ok(!made('denied'));
      assert.ok(told('deny').includes(JSON.stringify(message).slice(1, -1)));
      await end(id);
    });

    it('asks its questions and shows its plan on its card', async () => {
      const colour = question('Which colour?', ['Red', 'Blue']);
      api.add(script('ask', [ask(colour), say('Thank you.')]));
      api.add(script('plan', [writePlan('# The plan'), say('Mine.').exitPlan(), say('Done.')]));
      const id = await start('[[ask]] go', { mode: 'plan' });
      assert.equal((await answerable(id)).pendingRequest?.toolName, 'AskUserQuestion');
      await hub.decide(id, { kind: 'answer', answers: [['Blue']] });
      await rests(id, 'ask', 2);
      assert.match(told('ask'), /Which colour\?\\*"=\\*"Blue/);
      await send(id, '[[plan]] go');
      const { pendingRequest } = await answerable(id);
      assert.equal(pendingRequest?.toolName, 'ExitPlanMode');
      const plan = '# The plan, edited';
      await hub.decide(id, { kind: 'approve', acceptEdits: true, plan });
      await rests(id, 'plan', 3);
      assert.match(told('plan'), /# The plan, edited/);
      await end(id);
    });

    it('is interrupted at work, also while it asks by the end of the whole', async () => {
      api.add(script('long', [bash('touch waits && tail -f waits'), say('It waited.')]));
      const id = await start('[[long]] go');
      await answerable(id);
      await hub.decide(id, { kind: 'allow' });
      await when(id, 'the command', ({ agentState }) => agentState.group === 'autonomous');
      assert.equal(await hub.act(id, 'interrupt'), 'done');
      await rests(id, 'long', 1);
      api.add(script('asks', [bash('touch never'), say('No.')]));
      await send(id, '[[asks]] go');
      await hub.changePrompts(id, { kind: 'go' });
      await answerable(id);
      assert.equal(await hub.act(id, 'release'), 'done');
      await gone(id);
      assert.ok(!made('never'));
    });

    it('is taken over in a terminal, which knows what was said', async () => {
      api.add(script('before', [say('The zeppelin flies.')]));
      api.add(script('after', [say('It is red now.')]));
      const id = await start('[[before]] go');
      await rests(id, 'before', 1);
      assert.equal(await hub.act(id, 'release'), 'done');
      await gone(id);
      const terminal = await startClient({ api, home, args: ['--resume', id] });
      try {
        await terminal.turn('[[after]] go');
        assert.match(told('after'), /The zeppelin flies/);
        // And while it runs there, no second process is started on it.
        const again = start('[[after]] go', { sessionId: id, resume: true });
        await assert.rejects(
          again,
          new RegExp(`Process ${terminal.pid} already runs this session`),
        );
        assert.equal(api.turns('after').length, 1);
      } finally {
        await terminal.dispose();
      }
    });

    it('goes on at the hub that takes over, with its question', async () => {
      api.add(script('move', [bash('touch moved'), say('Made.')]));
      const id = await start('[[move]] go');
      const before = (await answerable(id)).pendingRequest?.call?.id;
      await hub.stop();
      hub = await WatchedHub.start(home.configHome);
      await when(id, 'the session', () => true);
      await hub.offerControl();
      const after = (await answerable(id)).pendingRequest?.call?.id;
      assert.notEqual(after, before);
      assert.deepEqual(await hub.decide(id, { kind: 'allow' }), { outcome: 'accepted' });
      await rests(id, 'move', 2);
      assert.ok(made('moved'));
      await end(id);
    });

    if (hooks) return;

    it('says why it cannot begin', async () => {
      const at = (command: string) => start('Go.', { command });
      await assert.rejects(at('no-such-client'), /Claude Code wasn’t found: “no-such-client”/);
      await assert.rejects(
        at(`'${client}' --no-such-option`),
        /ended immediately: “.*no-such-option/,
      );
    });

    it('ends by itself at rest where no window has been open for long', async () => {
      api.add(script('alone', [say('Is anybody there?')]));
      const environment = Object.entries(home.environment(api.url));
      const variables = environment.map(([name, value]) => `${name}='${value}'`).join(' ');
      const id = randomUUID();
      const job: RunnerJob = {
        configHome: home.configHome,
        command: `env ${variables} '${client}'`,
        folder: home.project,
        sessionId: id,
        resume: false,
        prompt: '[[alone]] go',
        key: newRunnerKey(testSigner, 'hub', id),
      };
      await hub.stop();
      await runSession(job, () => undefined, 200);
      assert.equal(api.turns('alone').length, 1);
      hub = await WatchedHub.start(home.configHome);
      assert.equal((await gone(id)).sessionId, id);
      await hub.offerControl();
    });

    it('says that nobody is logged in', async () => {
      const id = await start('Go.', { command: `env -u ANTHROPIC_API_KEY '${client}'` });
      await until(
        () => problems,
        (said) => assert.match(said.join('\n'), /Claude Code isn’t logged in\./),
        patienceMs,
      );
      await gone(id);
    });
  });
}
