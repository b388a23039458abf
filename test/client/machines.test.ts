import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { ask, bash, question, say } from '../support/claude/reply';
import { script, writePlan } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { bundleEntry, type HubScript } from '../support/hub/process/hubScript';
import { Desk } from '../support/machines/desk';
import { needsSshServer, SshServer } from '../support/machines/sshServer';
import { SystemUser } from '../support/machines/systemUser';
import { until } from '../support/until';
import { installHooks } from '../support/watchedHub';

describe('The real client on a machine behind SSH, answered from the desk', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let user: SystemUser;
  let server: SshServer;
  let bundle: HubScript;
  let desk: Desk;
  let session: ClientSession;

  before('start a server, a client behind it and a desk', async function () {
    const client = { path: await installClient(), version: pinnedVersion };
    await needsSshServer(this, client.path);
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    await installHooks(home.configHome, client);
    await fs.mkdir(path.join(home.configHome, 'sessions'));
    user = await SystemUser.make(home.folder, '/bin/bash');
    server = await SshServer.start(user);
    bundle = await bundleEntry('src/extension/hub/main.ts');
    desk = await Desk.start(bundle.file, { searchPath: server.searchPath });
    await desk.show({ name: 'gpu', ssh: 'there' });
    await desk.card(({ fault }) => assert.equal(fault, 'missing'));
    const line = { name: 'gpu', ssh: 'there' };
    await desk.link.hub.call('copyToMachine', line, AbortSignal.timeout(60_000));
    await desk.card(({ accepted }) => assert.equal(accepted, true));
    session = await startClient({ api, home, as: user.words });
  });
  after(async () => {
    await session?.dispose();
    await desk?.stop();
    await bundle?.remove();
    await server?.dispose();
    await user?.remove();
    await home?.dispose();
    await api?.close();
  });

  const asks = (toolName: string): Promise<LiveSession> =>
    desk.session(({ pendingRequest }) => {
      assert.equal(pendingRequest?.toolName, toolName);
      assert.equal(pendingRequest.call?.answerable, true);
    });
  const waitForTurnEnd = async (): Promise<void> => {
    await session.waitFor('prompt');
    await desk.session(({ pendingRequest }) => assert.equal(pendingRequest, undefined));
  };

  it('is on the board by the name of its machine, as the user that it runs as', async () => {
    api.add(script('hello', [say('Hello.')]));
    await session.turn('[[hello]] there');
    const shown = await desk.session(({ lastPrompt }) =>
      assert.equal(lastPrompt, '[[hello]] there'),
    );
    assert.equal(shown.machine?.name, 'gpu');
    assert.ok(shown.sessionId.endsWith(`/${session.sessionId}`));
    assert.equal((await fs.stat(`/proc/${session.pid}`)).uid, user.uid);
  });

  it('is allowed what it asks for, and goes on', async () => {
    api.add(script('allow', [bash('touch allowed'), say('Made.')]));
    await session.turn('[[allow]] go');
    const { sessionId } = await asks('Bash');
    assert.deepEqual(await desk.decide(sessionId, { kind: 'allow' }), { outcome: 'accepted' });
    await waitForTurnEnd();
    assert.ok(home.hasFile('allowed'));
  });

  it('is denied it with the words of the person', async () => {
    api.add(script('deny', [bash('touch denied'), say('Then not.')]));
    await session.turn('[[deny]] go');
    const { sessionId } = await asks('Bash');
    await desk.decide(sessionId, { kind: 'deny', message: 'Use the other folder.' });
    await waitForTurnEnd();
    assert.ok(!home.hasFile('denied'));
    assert.match(api.lastTold('deny'), /Use the other folder\./);
  });

  it('has its question answered', async () => {
    const colour = question('Which colour should the button have?', ['Red', 'Blue']);
    api.add(script('ask', [ask(colour), say('Thank you.')]));
    await session.turn('[[ask]] go');
    const { sessionId } = await asks('AskUserQuestion');
    await desk.decide(sessionId, { kind: 'answer', answers: [['Blue']] });
    await waitForTurnEnd();
    assert.match(api.lastTold('ask'), /colour should the button have\?\\\\?"=\\\\?"Blue/);
  });

  it('has its plan approved', async () => {
    api.add(
      script('plan', [
        writePlan('# A plan\n\n1. Do it.'),
        say('My plan.').exitPlan(),
        say('Done.'),
      ]),
    );
    await session.switchMode('plan mode');
    await session.turn('[[plan]] go');
    const { sessionId } = await asks('ExitPlanMode');
    await desk.decide(sessionId, { kind: 'approve', acceptEdits: false });
    await waitForTurnEnd();
  });

  it('has a prompt that was queued at the desk', async () => {
    api.add(script('queued', [say('Read.')]));
    const { sessionId } = await desk.session(({ prompting }) =>
      assert.equal(prompting?.way, 'hook'),
    );
    const change = { kind: 'add', id: 'a', text: '[[queued]] from the desk' } as const;
    await desk.link.hub.call('changePrompts', { sessionId, change });
    await until(
      () => api.turns('queued').length,
      (times) => assert.equal(times, 1),
      45_000,
    );
    await session.waitFor('prompt');
  });

  it('waits for an answer over a cut of the line, and has it after', async () => {
    api.add(script('cut', [bash('touch later'), say('Made.')]));
    await session.turn('[[cut]] go');
    await asks('Bash');
    await server.cut();
    await desk.session(({ machine }) => assert.ok(machine?.away));
    await server.restart();
    await desk.connected();
    const { sessionId } = await asks('Bash');
    await desk.decide(sessionId, { kind: 'allow' });
    await waitForTurnEnd();
    assert.ok(home.hasFile('later'));
  });
});
