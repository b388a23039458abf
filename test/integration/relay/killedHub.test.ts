import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { deadPid } from '../../support/processes/processes';
import { needs, skip } from '../../support/skip';
import {
  assertSilent,
  decision,
  FakeHub,
  isInstalled,
  json,
  payload,
  relayScript,
  runRelay,
  shells,
} from './relayRun';

const prompt = 'Go on';
const ofSubagent = JSON.stringify({ ...JSON.parse(payload.toString()), agent_id: 'a1' });

describe('A relay whose hub was killed before it was asked', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  let next: FakeHub;
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    [hub, next] = [await FakeHub.start(), await FakeHub.start()];
    await hub.writeFiles(deadPid());
    setHeartbeat(new Date());
    // A `sleep` that installs the next hub's files instead of waiting; calls are counted.
    const bin = path.join(hub.home, 'bin');
    fs.mkdirSync(bin);
    const sleepScript = '#!/bin/sh\necho >>"$HUB/naps"\ncp "$NEXT"/*.conf "$HUB"\n';
    fs.writeFileSync(path.join(bin, 'sleep'), sleepScript, { mode: 0o755 });
    env = {
      ...hub.env,
      PATH: `${bin}:${process.env['PATH']}`,
      HUB: hub.folder,
      NEXT: next.folder,
      CLAUDE_CODE_ENTRYPOINT: 'cli',
    };
    next.answer = (response, { url }) =>
      url?.includes('rewake') === true
        ? response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(prompt)
        : response.writeHead(200, json).end(decision);
  });
  afterEach(async () => {
    await hub.dispose();
    await next.dispose();
  });

  /** Simulates the time of the hub's last heartbeat: it rewrites its token every few seconds. */
  function setHeartbeat(time: Date): void {
    const token = path.join(hub.folder, 'token');
    fs.writeFileSync(token, '');
    fs.utimesSync(token, time, time);
  }
  const sleepCount = (): number => {
    const log = path.join(hub.folder, 'naps');
    return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').length : 0;
  };

  for (const shell of shells) {
    const command = [...shell, relayScript] as const;

    it(`brings a request to the next hub, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      const result = await runRelay({ command, env, args: ['--wait'], input: payload });
      assert.equal(result.stdout, `${decision}\n`);
      assertSilent({ ...result, stdout: '' });
      assert.ok(next.only().body.equals(payload));
      assert.equal(next.only().headers['x-again'], undefined);
      assert.equal(sleepCount(), 1);
    });

    it(`waits for a prompt of the next hub, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      const { code, stderr } = await runRelay({ command, env, args: ['--rewake'] });
      assert.deepEqual({ code, stderr }, { code: 2, stderr: prompt });
    });
  }

  it('brings a request to the next hub where its own was killed as it called', async () => {
    await hub.writeFiles(process.pid);
    hub.stopListening();
    const { stdout } = await runRelay({ env, args: ['--wait'], input: payload });
    assert.equal(stdout, `${decision}\n`);
  });

  it('leaves a request to its terminal at once where no hub has lived for minutes', async () => {
    setHeartbeat(new Date(Date.now() - 3 * 60_000));
    assertSilent(await runRelay({ env, args: ['--wait'], input: payload }));
    await hub.writeFiles(process.pid);
    hub.stopListening();
    assertSilent(await runRelay({ env, args: ['--wait'], input: payload }));
    assert.equal(sleepCount(), 0);
  });

  it('keeps nobody waiting who sees no dialog meanwhile', async () => {
    assertSilent(await runRelay({ env, args: ['--wait'], input: ofSubagent }));
    const withoutTerminal = { ...env, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    for (const args of [['--wait'], ['--rewake']]) {
      assertSilent(await runRelay({ env: withoutTerminal, args, input: payload }));
    }
    assert.equal(sleepCount(), 0);
  });

  it('waits with no event that only is observed', async () => {
    assertSilent(await runRelay({ env }));
    assert.equal(sleepCount(), 0);
    assert.deepEqual(next.received, []);
  });
});
