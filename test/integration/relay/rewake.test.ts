import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { hookCommand } from '../../../src/extension/agents/claude/settings/hookCommand';
import { needs, skip } from '../../support/skip';
import { until } from '../../support/until';
import { assertSilent, FakeHub, isInstalled, relayScript, runRelay, shells } from './relayRun';
import { waitFixedTime } from '../../support/waitFixedTime';

const prompt = 'Go on: "%s" \\n $x `y`\n\n  日本 ü';
const plain = { 'content-type': 'text/plain; charset=utf-8' };
const stop = '{"hook_event_name":"Stop"}\n';

describe('A relay that wakes its session', () => {
  before(function () {
    needs(this, 'sh');
  });
  let hub: FakeHub;
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    hub = await FakeHub.start();
    env = { ...hub.env, CLAUDE_CODE_ENTRYPOINT: 'cli' };
  });
  afterEach(() => hub.dispose());

  for (const shell of shells) {
    describe(`run by ${shell.join(' ')}`, () => {
      before(function () {
        if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      });
      const run = (more: NodeJS.ProcessEnv = {}): ReturnType<typeof runRelay> =>
        runRelay({
          command: [...shell, relayScript],
          args: ['--rewake'],
          env: { ...env, ...more },
        });

      it('ends with 2 and the prompt on its error output', async () => {
        hub.answer = (response) => response.writeHead(200, plain).end(prompt);
        const { code, stdout, stderr } = await run();
        assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: prompt });
        assert.equal(hub.only().url, '/api/live/hook?rewake=1');
        assert.equal(hub.only().body.toString(), stop);
        assert.equal(hub.only().headers['x-again'], undefined);
      });

      it('takes a long prompt whole', async () => {
        const long = 'ü'.repeat(200_000);
        hub.answer = (response) => response.writeHead(200, plain).end(long);
        assert.equal((await run()).stderr, long);
      });

      it('is silent where there is no prompt', async () => {
        for (const [status, headers, body] of [
          [204, {}, ''],
          [200, plain, ''],
          [200, { 'content-type': 'application/json' }, '{"a":1}'],
          [500, plain, prompt],
        ] as const) {
          hub.answer = (response) => response.writeHead(status, headers).end(body);
          assertSilent(await run());
        }
      });

      it('only tells the event of a run without a terminal, and does not stay', async () => {
        hub.answer = (response) => response.writeHead(200, plain).end(prompt);
        for (const entrypoint of ['sdk-cli', 'claude-vscode', undefined]) {
          hub.received.length = 0;
          assertSilent(await run({ CLAUDE_CODE_ENTRYPOINT: entrypoint }));
          assert.equal(hub.only().url, '/api/live/hook');
        }
      });
    });
  }

  it('says to the next hub that it has told the event before', async () => {
    const second = await FakeHub.start();
    hub.answer = (response) => {
      fs.copyFileSync(
        path.join(second.folder, 'relay-rewake.conf'),
        path.join(hub.folder, 'relay-rewake.conf'),
      );
      response.writeHead(200, { ...plain, 'content-length': 1_000 }).write(prompt);
      setImmediate(() => response.destroy());
    };
    second.answer = (response) => response.writeHead(200, plain).end('Whole.');
    const { code, stderr } = await runRelay({ env, args: ['--rewake'] });
    assert.deepEqual({ code, stderr }, { code: 2, stderr: 'Whole.' });
    assert.equal(second.only().headers['x-again'], '1');
    await second.dispose();
  });

  it('tells the event to the hub that listens only later, as one that nobody has heard', async () => {
    const second = await FakeHub.start();
    hub.stopListening();
    second.answer = (response) => response.writeHead(200, plain).end('Late.');
    const running = runRelay({ env, args: ['--rewake'] });
    await waitFixedTime(1_500);
    fs.copyFileSync(
      path.join(second.folder, 'relay-rewake.conf'),
      path.join(hub.folder, 'relay-rewake.conf'),
    );
    const { code, stderr } = await running;
    assert.deepEqual({ code, stderr }, { code: 2, stderr: 'Late.' });
    assert.equal(second.only().headers['x-again'], undefined);
    assert.equal(second.only().body.toString(), stop);
    await second.dispose();
  });

  it('only tells the event to a hub that has no prompts', async () => {
    fs.rmSync(path.join(hub.folder, 'relay-rewake.conf'));
    assertSilent(await runRelay({ env, args: ['--rewake'] }));
    assert.equal(hub.only().url, '/api/live/hook');
  });

  it('costs nothing where no hub is', async () => {
    fs.rmSync(path.join(hub.folder, 'relay.conf'));
    fs.rmSync(path.join(hub.folder, 'relay-rewake.conf'));
    assertSilent(await runRelay({ env, args: ['--rewake'] }));
    assert.deepEqual(hub.received, []);
  });

  it('goes when it is told to, and its call with it', async () => {
    let gone = false;
    hub.answer = (response) => response.on('close', () => (gone = true));
    fs.copyFileSync(relayScript, path.join(hub.folder, 'relay.sh'));
    const command = hookCommand(path.join(hub.folder, 'relay.sh'), 'rewake', 'linux');
    let pid = 0;
    const run = runRelay({
      command: ['sh', '-c', command],
      env,
      onStart: (started) => (pid = started),
    });
    await until(
      () => hub.received.length,
      (count) => assert.equal(count, 1),
    );
    process.kill(pid, 'SIGTERM');
    assertSilent(await run);
    await until(
      () => gone,
      (is) => assert.ok(is),
    );
  });
});
