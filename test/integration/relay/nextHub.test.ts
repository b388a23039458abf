import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexEntrypoint } from '../../../src/extension/agents/codex/hooks/codexCommand';
import { needs, skip } from '../../support/skip';
import { until } from '../../support/until';
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

const newlines = Buffer.from('\n\n');

describe('A relay whose hub goes while it waits', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  let next: FakeHub | undefined;
  beforeEach(async () => (hub = await FakeHub.start()));
  afterEach(async () => {
    await hub.dispose();
    await next?.dispose();
    next = undefined;
  });

  const cuts: Readonly<Record<string, FakeHub['answer']>> = {
    'says nothing': (response) => response.destroy(),
    'has said half a decision': (response) => {
      response.writeHead(200, { ...json, 'content-length': 1_000 }).write(decision);
      setImmediate(() => response.destroy());
    },
  };
  for (const shell of shells) {
    describe(`run by ${shell.join(' ')}`, () => {
      const command = [...shell, relayScript] as const;
      before(function () {
        if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      });

      for (const [name, cut] of Object.entries(cuts)) {
        it(`asks the next hub, with the whole payload, when one that ${name} goes`, async () => {
          const input = Buffer.concat([
            payload,
            Buffer.from('\n\n日本 ü\u0001'.repeat(50_000)),
            newlines,
          ]);
          const second = await FakeHub.start();
          next = second;
          hub.answer = (response) => {
            for (const file of ['relay.conf', 'relay-wait.conf']) {
              fs.copyFileSync(path.join(second.folder, file), path.join(hub.folder, file));
            }
            cut(response, hub.only());
          };
          second.answer = (response) => response.writeHead(200, json).end(decision);
          const result = await runRelay({ command, env: hub.env, args: ['--wait'], input });
          assert.equal(result.stdout, `${decision}\n`);
          assertSilent({ ...result, stdout: '' });
          assert.ok(hub.only().body.equals(input));
          assert.ok(second.only().body.equals(input));
          for (const name of ['x-sent-at', 'x-sent-uptime']) {
            assert.equal(second.only().headers[name], hub.only().headers[name]);
          }
          assert.deepEqual(fs.readdirSync(hub.folder).sort(), [
            'relay-rewake.conf',
            'relay-wait.conf',
            'relay.conf',
          ]);
        });
      }
    });
  }

  it('asks no other hub about an event that only is observed', async () => {
    hub.answer = (response) => response.destroy();
    assertSilent(await runRelay({ env: hub.env }));
    hub.only();
  });

  /** A `sleep` that returns at once and counts its calls. */
  function countedSleep(): readonly [env: NodeJS.ProcessEnv, count: () => number] {
    const bin = path.join(hub.home, 'bin');
    const log = path.join(hub.home, 'naps');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'sleep'), `#!/bin/sh\necho >>'${quoted(log)}'\n`, {
      mode: 0o755,
    });
    fs.writeFileSync(log, '');
    const env = { ...hub.env, PATH: `${bin}:${process.env['PATH']}` };
    return [env, () => fs.readFileSync(log, 'utf8').length];
  }

  it('looks for another one for a while, then leaves the decision to the terminal', async () => {
    const [env, count] = countedSleep();
    hub.answer = (response) => {
      fs.rmSync(path.join(hub.folder, 'relay-wait.conf'));
      response.destroy();
    };
    assertSilent(await runRelay({ env, args: ['--wait'] }));
    assert.equal(hub.received.length, 1);
    assert.equal(count(), 40);
  });

  it('asks no other one for Codex, whose terminal shows no dialog meanwhile', async () => {
    const [env, count] = countedSleep();
    hub.answer = (response) => response.destroy();
    const ofCodex = { ...env, CLAUDE_CODE_ENTRYPOINT: codexEntrypoint };
    assertSilent(await runRelay({ env: ofCodex, args: ['--wait'] }));
    assert.equal(hub.received.length, 1);
    assert.equal(count(), 0);
  });

  it('waits for one that hangs no longer than a request of Codex is held', async () => {
    const bin = path.join(hub.home, 'bin');
    const log = path.join(hub.home, 'arguments');
    fs.mkdirSync(bin);
    const curl = `#!/bin/sh\necho "$*" >>'${quoted(log)}'\n`;
    fs.writeFileSync(path.join(bin, 'curl'), curl, { mode: 0o755 });
    const env = { ...hub.env, PATH: `${bin}:${process.env['PATH']}` };
    for (const entrypoint of ['cli', codexEntrypoint])
      await runRelay({ env: { ...env, CLAUDE_CODE_ENTRYPOINT: entrypoint }, args: ['--wait'] });
    const calls = fs.readFileSync(log, 'utf8').split(/^(?=-q)/mu);
    assert.deepEqual(
      calls.map((call) => /--max-time (\d+)/u.exec(call)?.[1]),
      [undefined, '65'],
    );
  });

  it('asks hubs that go at once no more often than that', async () => {
    const [env] = countedSleep();
    hub.answer = (response) => response.destroy();
    assertSilent(await runRelay({ env, args: ['--wait'] }));
    assert.equal(hub.received.length, 41);
  });

  it('ends with the client', async () => {
    const client = spawn('sh', ['-c', `sh '${quoted(relayScript)}' --wait & wait`], {
      env: { ...process.env, ...hub.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    client.stdin.end(payload);
    let requests = 0;
    hub.answer = (response) => {
      requests += 1;
      client.kill('SIGKILL');
      client.once('exit', () => response.destroy());
    };
    await once(client, 'exit');
    await until(relaysOf(hub.folder), (running) => assert.deepEqual(running, []));
    assert.equal(requests, 1);
  });

  it('ends at once when the client stops it', async () => {
    let relayPid = 0;
    hub.answer = (response) => {
      fs.rmSync(path.join(hub.folder, 'relay-wait.conf'));
      response.destroy();
      response.once('close', () => setTimeout(() => process.kill(relayPid, 'SIGTERM'), 300));
    };
    const onStart = (pid: number): void => void (relayPid = pid);
    assertSilent(await runRelay({ env: hub.env, args: ['--wait'], onStart }));
  });
});

function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** Running relays of a config home. */
function relaysOf(folder: string): () => readonly string[] {
  return () => {
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line.includes(folder));
  };
}
