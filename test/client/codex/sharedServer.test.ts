import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { CodexSession } from '../../support/codex/codexSession';
import { CodexStage } from '../../support/codex/codexStage';
import { codex } from '../../support/codex/reply';
import type { WatchedHub } from '../../support/watchedHub';

describe('A request of the real Codex on the shared server', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;
  let client: CodexSession;
  let outside: string;

  before('start a hub and the client', async () => {
    stage = await CodexStage.open();
    outside = path.join(stage.home.folder, 'outside.txt');
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
    client = await stage.client();
  });
  after(() => stage.close());
  afterEach(() => fs.rm(outside, { force: true }));

  const write = codex.shell('echo hi > ../outside.txt', 'May I write?');
  const isWritten = (): Promise<boolean> =>
    fs.access(outside).then(
      () => true,
      () => false,
    );
  const asks = (): Promise<LiveSession> =>
    hub.waitFor(
      'a request that can be answered',
      ({ agentState, pendingRequest }) =>
        agentState.state === 'needs_permission' && pendingRequest?.call?.answerable === true,
    );
  const rests = (): Promise<LiveSession> =>
    hub.waitFor('its rest', ({ agentState }) => agentState.state === 'idle');

  it('is allowed from the board while its dialog is open, which then goes away', async () => {
    stage.script('go', write, codex.say('Written.'));
    assert.equal(await client.turn('[[go]]'), 'permission');
    const { sessionId } = await asks();
    const { outcome } = await hub.decide(sessionId, { kind: 'allow' });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    assert.match(client.terminal.screen(), /Written\./);
    assert.ok(await isWritten());
    await rests();
  });

  it('is denied from the board, and the turn goes on', async () => {
    stage.script('deny', write, codex.say('Not written, then.'));
    assert.equal(await client.turn('[[deny]]'), 'permission');
    const { sessionId } = await asks();
    const { outcome } = await hub.decide(sessionId, { kind: 'deny', message: '' });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    assert.match(client.terminal.screen(), /Not written, then\./);
    assert.equal(await isWritten(), false);
    await rests();
  });

  it('leaves the board once it is answered in the terminal', async () => {
    stage.script('here', write, codex.say('Written here.'));
    assert.equal(await client.turn('[[here]]'), 'permission');
    await asks();
    await client.approve();
    await client.waitFor('prompt');
    const { pendingRequest } = await rests();
    assert.equal(pendingRequest, undefined);
    assert.ok(await isWritten());
    assert.equal(hub.board.sessions.length, 1);
  });
});
