import assert from 'node:assert/strict';
import { typeEscape, typeExit, typePrompt } from '../../src/extension/views/prompt/typing';
import type { PromptChange, PromptRoute } from '../../src/shared/protocol/prompts';
import { Gate } from '../support/realClient/gate';
import { runHeadless } from '../support/claude/headless';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, hold, say } from '../support/claude/reply';
import { fail, script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';

describe('Prompts for the real client, written away from its terminal', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let session: ClientSession;
  /** Client in the editor's terminal. Keys wait for its first picture. */
  let running: Promise<ClientSession>;

  before('install the client', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    await installHooks(home.configHome, client);
  });
  after(async () => {
    await home?.dispose();
    await api?.close();
  });

  async function startTheClient(): Promise<void> {
    await startTheHub();
    session = await startClient({ api, home });
    await hub.waitFor('the session', ({ pid }) => pid === session.pid);
  }
  async function end(): Promise<void> {
    await session?.dispose();
    await hub?.stop();
  }
  /** Waits for the end of earlier turns. */
  async function rests(): Promise<void> {
    await session.waitFor('prompt');
    await hub.waitFor('its rest', ({ agentState }) => agentState.group === 'needs_you');
  }

  async function startTheHub(): Promise<void> {
    hub = await WatchedHub.start(home.configHome);
    await until(
      () => hub.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    await hub.offerControl();
  }
  /** Simulates a window of the editor that has the client's terminal and types into it. */
  const inTheEditor = (): Promise<void> => {
    running = Promise.resolve(session);
    const sendText = (text: string): void =>
      void running.then(({ terminal }) => terminal.type(text));
    return hub.holdTerminals([process.pid], (order) => {
      const terminal = { sendText };
      if (order.type === 'typePrompt') void typePrompt(terminal, order.text);
      if (order.type === 'interrupt') typeEscape(terminal);
      if (order.type === 'endSession') void typeExit(terminal);
    });
  };
  const id = (): string => session.sessionId ?? '';
  const change = (body: PromptChange) => hub.changePrompts(id(), body);
  const add = (name: string, text: string) => change({ kind: 'add', id: name, text });
  /**
   * Includes the end of a turn, two hooks and a turn of the real client, each of which may take
   * seconds on a busy machine.
   */
  const isRead = (name: string, way: PromptRoute): Promise<unknown> =>
    hub.waitFor(
      `that ${name} was read`,
      ({ prompting }) =>
        prompting?.prompts.some(
          (one) => one.id === name && one.state === 'read' && one.way === way,
        ) === true,
      45_000,
    );
  const reachedBy = (way: PromptRoute): Promise<unknown> =>
    hub.waitFor(`a way by ${way}`, ({ prompting }) => prompting?.way === way);
  /** Number of first requests to the model after a prompt with that marker. */
  const asked = (marker: string): number =>
    api.turns(marker).filter(({ position }) => position?.step === 0).length;

  const isAsked = (marker: string): Promise<unknown> =>
    until(
      () => asked(marker),
      (times) => assert.equal(times, 1),
    );

  describe('by a window that has it', () => {
    before(async () => {
      await startTheClient();
      await inTheEditor();
      await reachedBy('terminal');
    });
    beforeEach(rests);
    after(end);

    it('go through three turns, one after the other, and each once', async () => {
      const gate = new Gate();
      api.add(script('q1', [hold(gate).say('One.')]));
      api.add(script('q2', [bash('true'), say('Two.')]));
      api.add(script('q3', [say('Three.')]));
      await add('a', '[[q1]] "first"\n\n\tsecond line: ü 日本 @src');
      await add('b', '[[q3]] last');
      await add('c', '[[q2]] before it');
      await change({ kind: 'move', id: 'c', by: -1 });
      await hub.waitFor('the first turn', ({ agentState }) => agentState.group === 'autonomous');
      gate.open();
      await isRead('b', 'terminal');
      await isAsked('q3');
      await session.waitFor('prompt');
      assert.deepEqual(['q1', 'q2', 'q3'].map(asked), [1, 1, 1]);
      const first = JSON.stringify(api.turns('q1')[0]?.body.messages);
      assert.match(first, /\[\[q1\]\] \\"first\\"\\n\\n\s*(?:\\t)?\s*second line: ü 日本 @src/);
    });

    it('are sent where they end with what the client takes for a line that goes on', async () => {
      api.add(script('slash', [say('Listed.')]));
      await add('slashed', String.raw`[[slash]] list C:\src` + '\\');
      await isRead('slashed', 'terminal');
      await isAsked('slash');
    });

    it('are pasted whole where they are long', async () => {
      api.add(script('long', [say('Long.')]));
      const lines = Array.from({ length: 40 }, (_, line) => `line ${line} of it`);
      await add('pasted', `[[long]]\n${lines.join('\n')}`);
      await isRead('pasted', 'terminal');
      await isAsked('long');
      const messages = JSON.stringify(api.turns('long')[0]?.body.messages);
      assert.ok(messages.includes('line 0 of it') && messages.includes('line 39 of it'));
    });

    it('wait for a person after an interruption, and for what they do then', async () => {
      const gate = new Gate();
      api.add(script('i1', [say('I begin.').hold(gate).say('Never.')]));
      api.add(script('i2', [say('On.')]));
      await session.prompt('[[i1]] go');
      await hub.waitFor('the turn', ({ agentState }) => agentState.group === 'autonomous');
      await session.terminal.waitUntil(
        () => session.terminal.screen().includes('I begin.'),
        'it begins',
      );
      await add('waits', '[[i2]] go on');
      assert.equal(await hub.act(id(), 'interrupt'), 'done');
      await hub.waitFor('that it waits', ({ prompting }) => prompting?.waitsFor === 'person');
      assert.equal(asked('i2'), 0);
      await change({ kind: 'go' });
      await isRead('waits', 'terminal');
      gate.open();
    });
  });

  describe('by a hook, where no window has it', () => {
    before(startTheClient);
    beforeEach(rests);
    after(end);

    it('wake it where no window has its terminal, also before its first prompt', async () => {
      await reachedBy('hook');
      api.add(script('w1', [say('One.')]));
      api.add(script('w2', [say('Two.')]));
      await add('a', '[[w1]] "quoted" $x `y`\nsecond line');
      await isRead('a', 'hook');
      await add('b', '[[w2]] more');
      await isRead('b', 'hook');
      await isAsked('w2');
      await session.waitFor('prompt');
      assert.deepEqual(['w1', 'w2'].map(asked), [1, 1]);
      assert.match(session.terminal.screen(), /Prompt from Mission Control/);
      assert.match(JSON.stringify(api.turns('w1')[0]?.body.messages), /\$x `y`\\nsecond line/);
      // The terminal is as usable as before.
      api.add(script('own', [say('Own.')]));
      await session.turn('[[own]] typed');
      await isAsked('own');
    });

    it('are kept while the hub is gone, and go to the next one', async () => {
      await reachedBy('hook');
      const gate = new Gate();
      api.add(script('r1', [hold(gate).say('One.')]));
      api.add(script('r2', [say('Two.')]));
      await session.prompt('[[r1]] go');
      await hub.waitFor('the turn', ({ agentState }) => agentState.group === 'autonomous');
      await add('kept', '[[r2]] kept');
      await hub.stop();
      await startTheHub();
      await hub.waitFor(
        'the line',
        ({ prompting }) => prompting?.prompts.some((one) => one.id === 'kept') === true,
      );
      gate.open();
      await isRead('kept', 'hook');
      await isAsked('r2');
    });

    it('let a turn that failed go on', async () => {
      await reachedBy('hook');
      api.add(script('bad', [fail(400)]));
      api.add(script('again', [say('Again.')]));
      await session.prompt('[[bad]] go');
      await hub.waitFor('the failure', ({ agentState }) => agentState.state === 'error');
      await reachedBy('hook');
      await add('again', '[[again]] Continue where you left off.');
      await isRead('again', 'hook');
    });

    it('end its process where it is in no terminal of the editor', async () => {
      await reachedBy('hook');
      assert.equal(await hub.act(id(), 'end'), 'unreachable');
      assert.equal(await hub.act(id(), 'terminate'), 'done');
      await session.terminal.onExit;
    });
  });

  describe('beyond its end', () => {
    beforeEach(startTheHub);
    afterEach(end);

    it('go to a session that was ended and is resumed', async () => {
      session = await startClient({ api, home });
      await hub.waitFor('the session', ({ pid }) => pid === session.pid);
      await inTheEditor();
      await reachedBy('terminal');
      api.add(script('e1', [say('One.')]));
      api.add(script('e2', [say('Two.')]));
      await session.turn('[[e1]] go');
      const ended = id();
      await hub.waitFor('that it rests', ({ agentState }) => agentState.state === 'idle');
      await session.terminal.waitUntil(() => session.state === 'prompt', 'it rests');
      await until(
        () => hub.act(ended, 'end'),
        (outcome) => assert.equal(outcome, 'done'),
      );
      assert.equal((await session.terminal.onExit).exitCode, 0);
      await hub.waitFor(
        'its end',
        ({ sessionId, pid }) => sessionId === ended && pid === undefined,
      );
      const { resume } = await hub.changePrompts(ended, {
        kind: 'add',
        id: 'a',
        text: '[[e2]] on',
      });
      assert.equal(resume, true);
      await session.dispose();
      running = startClient({ api, home, args: ['--resume', ended] });
      session = await running;
      await isRead('a', 'terminal');
      await isAsked('e2');
      assert.match(JSON.stringify(api.turns('e2')[0]?.body.messages), /\[\[e1\]\] go/);
    });

    it('keep no run without a terminal waiting at its end', async () => {
      api.add(script('p', [say('Printed.')]));
      const { stdout } = await runHeadless({ api, home, prompt: '[[p]] go' });
      assert.match(stdout, /Printed\./);
      const ended = await hub.waitFor(
        'its end',
        ({ entrypoint, pid }) => entrypoint === 'sdk-cli' && pid === undefined,
      );
      assert.equal(ended.prompting, undefined);
    });
  });
});
