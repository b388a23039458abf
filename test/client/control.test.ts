import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Decision } from '../../src/shared/protocol/control';
import { callHub } from '../../src/extension/link/callHub';
import { routes, type LiveSession, type PendingRequest } from '../../src/shared/protocol/protocol';
import { suggestionTexts } from '../../src/shared/words/suggestionText';
import { runHeadless } from '../support/claude/headless';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { agent, bash, say } from '../support/claude/reply';
import { script, twoSubagents } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';
import { waitFixedTime } from '../support/waitFixedTime';

describe('A request of the real client, answered away from its terminal', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let session: ClientSession;

  before('install and start the client', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    await installHooks(home.configHome, client);
    hub = await WatchedHub.start(home.configHome, { controlTimes: { undoMs: 100 } });
    session = await startClient({ api, home });
    await hub.waitFor('the session', () => true);
    await hub.offerControl();
  });

  after(async () => {
    await session?.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  /** Waiting relays of this home. */
  function relays(): readonly string[] {
    const { stdout } = spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter(
        (line) => line.includes(`${home.configHome}/mission-control`) && !line.includes('rewake'),
      );
  }
  const decideOn = (request?: PendingRequest, decision: Decision = { kind: 'allow' }) =>
    hub.decideOn(id(), request, decision);
  const id = (): string => session.sessionId ?? '';
  const answerable = (): Promise<LiveSession> =>
    hub.waitFor(
      'an answerable request',
      ({ pendingRequest }) => pendingRequest?.call?.answerable === true,
    );
  const waitForResolution = (): Promise<LiveSession> =>
    hub.waitFor('no request', ({ pendingRequest }) => pendingRequest === undefined);

  it('is allowed, and the agent goes on', async () => {
    api.add(script('allow', [bash('touch allowed'), say('Made.')]));
    await session.turn('[[allow]] go');
    const { pendingRequest } = await answerable();
    assert.equal(pendingRequest?.toolName, 'Bash');
    assert.deepEqual(await hub.decide(id(), { kind: 'allow' }), { outcome: 'accepted' });
    await session.waitFor('prompt');
    assert.ok(home.hasFile('allowed'));
    await waitForResolution();
  });

  it('is still answered after hooks that somebody else sent said that the session has gone on', async () => {
    api.add(script('forged', [bash('touch forged'), say('Made.')]));
    await session.turn('[[forged]] go');
    const { pendingRequest } = await answerable();
    await hub.waitFor('its dialog', ({ why }) =>
      why.some(({ source, signal }) => source === 'registry' && signal.startsWith('waiting')),
    );
    const { toolName, toolInput } = pendingRequest ?? {};
    for (const event of ['PostToolUse', 'UserPromptSubmit', 'Stop']) {
      const about = { session_id: id(), hook_event_name: event, cwd: home.project };
      await callHub(hub.hub.reach, {
        route: routes.hook,
        body: { ...about, prompt: 'Go', tool_name: toolName, tool_input: toolInput },
      });
    }
    assert.ok(!home.hasFile('forged'));
    assert.deepEqual(await decideOn(pendingRequest), { outcome: 'accepted' });
    await session.waitFor('prompt');
    assert.ok(home.hasFile('forged'));
    await waitForResolution();
  });

  it('is allowed from now on, and the second call asks nobody', async () => {
    api.add(
      script('rule', [bash('git tag one'), bash('git tag two'), bash('touch after'), say('Made.')]),
    );
    await session.turn('[[rule]] go');
    const first = (await answerable()).pendingRequest;
    const rule = suggestionTexts(first?.suggestions ?? [], '').find(({ text }) =>
      text.includes('any command that begins with “git tag”'),
    );
    assert.ok(rule, JSON.stringify(first?.suggestions));
    const allowed = await hub.decide(id(), { kind: 'allow', suggestions: [rule.place] });
    assert.deepEqual(allowed, { outcome: 'accepted' });
    const next = await hub.waitFor(
      'the next request',
      ({ pendingRequest }) =>
        pendingRequest?.call?.answerable === true && pendingRequest.call.id !== first?.call?.id,
    );
    assert.match(JSON.stringify(next.pendingRequest?.toolInput), /touch after/);
    assert.ok(home.hasFile('.git/refs/tags/one') && home.hasFile('.git/refs/tags/two'));
    await hub.decide(id(), { kind: 'allow' });
    await session.waitFor('prompt');
    await waitForResolution();
  });

  it('of two subagents at once names each, and is answered one after the other', async () => {
    api.add(...twoSubagents('touch first', 'touch second'));
    await session.prompt('[[agents]] go');
    await hub.waitFor(
      'that both ask',
      ({ subagents }) => subagents.filter(({ state }) => state === 'needs_permission').length > 1,
    );
    const { pendingRequest: one } = await answerable();
    const [oneFile, otherFile] =
      one?.agentType === 'Explore' ? ['second', 'first'] : ['first', 'second'];
    assert.match(JSON.stringify(one?.toolInput), new RegExp(`touch ${oneFile}`));
    assert.deepEqual(await hub.decide(id(), { kind: 'allow' }), { outcome: 'accepted' });
    await until(
      () => api.turns('agents').length,
      // The main agent was notified, and is idle again.
      (count) => assert.ok(count >= 3),
    );
    await session.waitFor('background');
    const { pendingRequest: other } = await hub.waitFor(
      'the other request',
      ({ pendingRequest }) =>
        pendingRequest?.call?.answerable === true && pendingRequest.agentType !== one?.agentType,
    );
    assert.match(JSON.stringify(other?.toolInput), new RegExp(`touch ${otherFile}`));
    const message = 'Leave that file alone.';
    assert.deepEqual(await hub.decide(id(), { kind: 'deny', message }), { outcome: 'accepted' });
    await until(
      () => api.lastTold(otherFile),
      (messages) => assert.ok(messages.includes(message)),
    );
    await session.waitFor('prompt');
    assert.ok(home.hasFile(oneFile) && !home.hasFile(otherFile));
    await waitForResolution();
  });

  it('of a subagent is left to the terminal, which shows it only then', async () => {
    api.add(
      script('parent', [
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        say('Launched.'),
        say('It is back.'),
      ]),
      script('child', [bash('touch child'), say('Done.')]),
    );
    await session.prompt('[[parent]] go');
    await answerable();
    await session.waitFor('background');
    await waitFixedTime(2_000);
    assert.equal(session.state, 'background');
    await hub.handBack(id());
    await session.waitFor('permission');
    const shown = await hub.waitFor(
      'that it is left to the terminal',
      ({ pendingRequest }) => pendingRequest?.call?.fate === 'handedBack',
    );
    assert.equal(shown.pendingRequest?.agentType, 'general-purpose');
    await session.answerYes();
    await until(
      () => home.hasFile('child'),
      (is) => assert.ok(is),
    );
    await session.waitFor('prompt');
    await waitForResolution();
  });

  it('is denied with a message that the agent reads', async () => {
    api.add(script('deny', [bash('touch denied'), say('Otherwise, then.')]));
    await session.turn('[[deny]] go');
    await answerable();
    const message = 'Use "mktemp" instead,\nplease: ü 日本';
    assert.deepEqual(await hub.decide(id(), { kind: 'deny', message }), { outcome: 'accepted' });
    await session.waitFor('prompt');
    assert.ok(!home.hasFile('denied'));
    const last = api.turns('deny').at(-1);
    assert.ok(JSON.stringify(last?.body.messages).includes(JSON.stringify(message).slice(1, -1)));
    await waitForResolution();
  });

  it('is withdrawn when the terminal says Yes first, and a late decision is refused', async () => {
    const command = 'touch yes && until [ -f over ]; do sleep 0.1; done';
    api.add(script('yes', [bash(command), say('Made.')]));
    await session.turn('[[yes]] go');
    const { pendingRequest } = await answerable();
    await session.answerYes();
    const withdrawn = await waitForResolution();
    // The hook comes only after the tool has finished.
    assert.equal(withdrawn.agentState.state, 'acting');
    assert.equal(api.turns('yes').length, 1);
    await assert.rejects(decideOn(pendingRequest), /no longer waiting/);
    fs.writeFileSync(path.join(home.project, 'over'), '');
    await session.waitFor('prompt');
    assert.ok(home.hasFile('yes'));
    await until(relays, (running) => assert.deepEqual(running, []));
  });

  for (const [how, leave] of [
    ['No', () => session.answerNo()],
    ['Escape', () => Promise.resolve(session.escape())],
  ] as const) {
    it(`is withdrawn when the terminal says ${how}`, async () => {
      api.add(script('no', [bash('touch never')]));
      await session.turn('[[no]] go');
      const { pendingRequest } = await answerable();
      await session.takesKeys();
      await leave();
      await waitForResolution();
      await assert.rejects(decideOn(pendingRequest), /no longer waiting/);
      await session.waitFor('prompt');
      assert.ok(!home.hasFile('never'));
      await until(relays, (running) => assert.deepEqual(running, []));
    });
  }

  it('is taken from the first of two who decide at once', async () => {
    api.add(script('two', [bash('touch two'), say('Made.')]));
    await session.turn('[[two]] go');
    const { pendingRequest } = await answerable();
    const outcomes = await Promise.allSettled([
      decideOn(pendingRequest),
      decideOn(pendingRequest, { kind: 'deny', message: 'No.' }),
      decideOn(pendingRequest, { kind: 'deny', message: 'No.' }),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    );
    for (const outcome of outcomes.slice(1)) {
      assert.match(String('reason' in outcome && outcome.reason), /answered first in the watcher/);
    }
    await session.waitFor('prompt');
    assert.ok(home.hasFile('two'));
  });

  it('is left to the terminal when a person gives it back', async () => {
    api.add(script('back', [bash('touch back'), say('Made.')]));
    await session.turn('[[back]] go');
    await answerable();
    await hub.handBack(id());
    const shown = await hub.waitFor(
      'that it is left to the terminal',
      ({ pendingRequest }) => pendingRequest?.call?.fate === 'handedBack',
    );
    assert.equal(shown.pendingRequest?.call?.answerable, false);
    await until(relays, (running) => assert.deepEqual(running, []));
    assert.equal(session.state, 'permission');
    await session.answerYes();
    await session.waitFor('prompt');
    assert.ok(home.hasFile('back'));
    await waitForResolution();
  });

  it('is asked again at the hub that takes over', async () => {
    api.add(script('move', [bash('touch moved'), say('Made.')]));
    await session.turn('[[move]] go');
    const before = (await answerable()).pendingRequest?.call?.id;
    await hub.stop();
    hub = await WatchedHub.start(home.configHome);
    await hub.waitFor('the session', () => true);
    await hub.offerControl();
    const after = (await answerable()).pendingRequest?.call?.id;
    assert.notEqual(after, before);
    assert.deepEqual(await hub.decide(id(), { kind: 'allow' }), { outcome: 'accepted' });
    await session.waitFor('prompt');
    assert.ok(home.hasFile('moved'));
  });

  it('waits for nobody once no window offers control', async () => {
    api.add(script('off', [bash('touch off'), say('Made.')]));
    await session.turn('[[off]] go');
    await answerable();
    await hub.offerControl({ disabledProjects: [home.project] });
    await until(relays, (running) => assert.deepEqual(running, []), 15_000);
    assert.equal(session.state, 'permission');
    await session.answerYes();
    await session.waitFor('prompt');
    await hub.offerControl();
  });

  it('of a run without a terminal is never kept waiting', async () => {
    api.add(script('print', [bash('touch printed'), say('Denied.')]));
    const { stdout } = await runHeadless({ api, home, prompt: '[[print]] go' });
    assert.match(stdout, /Denied\./);
    assert.ok(!home.hasFile('printed'));
  });

  it('is forgotten when the client is killed', async () => {
    api.add(script('kill', [bash('touch killed')]));
    await session.turn('[[kill]] go');
    await answerable();
    await session.terminal.kill('SIGKILL');
    await waitForResolution();
    await until(relays, (running) => assert.deepEqual(running, []));
  });
});
