import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../../src/extension/agents/codex/codex';
import { CodexServer, serverFrames } from '../../../support/agents/codexServer';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { needs } from '../../../support/skip';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

const { id: sessionId } = serverFrames.thread;

describe('Messages of Codex’s server that follow each other at once', () => {
  let home = '';
  let server: CodexServer;
  let hub: TestHub | undefined;

  before(function () {
    needs(this, 'sh');
  });
  beforeEach(async () => {
    home = await tempHome();
    fs.mkdirSync(path.join(home, 'codex'));
    server = await CodexServer.start(path.join(home, 'codex'));
  });
  afterEach(async () => {
    await hub?.close();
    await server.stop();
    await removeHome(home);
  });

  async function startHub(): Promise<TestHub> {
    hub = await TestHub.start(home, {
      agents: [claude, createCodex(() => path.join(home, 'codex'))],
    });
    await hub.window('shop');
    return hub;
  }

  it('show a session that starts right after the connection', async () => {
    server.onGreeted = () => server.announce();
    const opened = await startHub();
    await opened.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
  });

  it('show no session that was closed right after it was read', async () => {
    server.onRead = () => queueMicrotask(() => server.unload());
    const opened = await startHub();
    await until(
      () => server.calls.map(({ method }) => method),
      (methods) => assert.ok(methods.includes('thread/read')),
    );
    await waitFixedTime(300); // It may be shown until the next message is applied.
    assert.equal(await opened.session(sessionId), undefined);
  });

  it('let a server that refuses the greeting be tried again as often as one that is away', async () => {
    server.refused.add('initialize');
    await startHub();
    const greetings = (): number =>
      server.calls.filter(({ method }) => method === 'initialize').length;
    await until(greetings, (count) => assert.ok(count >= 3), 5_000);
  });
});
