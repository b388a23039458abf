import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { hookCommand } from '../../../src/extension/agents/claude/settings/hookCommand';
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
  token,
} from './relayRun';
import type { RelayResult } from './relayRun';
import { deadPid } from '../../support/processes/processes';

describe('The relay', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  beforeEach(async () => (hub = await FakeHub.start()));
  afterEach(() => hub.dispose());

  for (const shell of shells) {
    describe(`run by ${shell.join(' ')}`, () => {
      const command = [...shell, relayScript] as const;
      before(function () {
        if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      });

      it('hands over a large payload byte for byte', async () => {
        const input = Buffer.concat([payload, Buffer.from('日本 ü "\\ \u0001'.repeat(100_000))]);
        assertSilent(await runRelay({ command, env: hub.env, input }));
        const hook = hub.only();
        assert.ok(hook.body.equals(input));
        assert.equal(hook.url, '/api/live/hook');
        assert.equal(hook.headers.authorization, `Bearer ${token}`);
        assert.equal(hook.headers.expect, undefined);
      });

      it('prints a decision, exactly, and leaves no file behind', async () => {
        const files = fs.readdirSync(hub.folder);
        hub.answer = (response) => response.writeHead(200, json).end(decision);
        const result = await runRelay({ command, args: ['--wait'], env: hub.env, input: payload });
        assert.equal(result.stdout, `${decision}\n`);
        assertSilent({ ...result, stdout: '' });
        const hook = hub.only();
        assert.equal(hook.url, '/api/live/hook?wait=1');
        assert.ok(hook.body.equals(payload));
        assert.deepEqual(fs.readdirSync(hub.folder), files);
      });

      it('reads the payload and says nothing where there is no hub', async () => {
        fs.rmSync(hub.folder, { recursive: true });
        const input = 'x'.repeat(1_000_000);
        assertSilent(await runRelay({ command, env: hub.env, input }));
        assertSilent(await runRelay({ command, env: hub.env, input, args: ['--wait'] }));
      });

      it('sends nothing to whoever took the port of a hub that crashed', async () => {
        await hub.writeFiles(deadPid());
        assertSilent(await runRelay({ command, env: hub.env, input: payload }));
        assertSilent(await runRelay({ command, env: hub.env, input: payload, args: ['--wait'] }));
        assert.equal(hub.received.length, 0);
      });

      it('ends at once, with its connection, when the client stops it', async () => {
        const closed = new Promise<void>((resolve) => {
          hub.answer = (response) => {
            response.once('close', resolve);
            process.kill(relayPid, 'SIGTERM');
          };
        });
        let relayPid = 0;
        const onStart = (pid: number): void => void (relayPid = pid);
        const result = await runRelay({ command, args: ['--wait'], env: hub.env, onStart });
        assertSilent(result);
        await closed;
      });

      it('survives a closed input and a closed output', async () => {
        const script = `exec <&-; . '${relayScript}'`;
        assertSilent(
          await runRelay({ command: [...shell, '-c', script], env: hub.env }).then(asRead),
        );
        assert.equal(hub.received.length, 0);
        hub.answer = (response) => response.writeHead(200, json).end(decision);
        const deaf = `exec >&-; set -- --wait; . '${relayScript}'`;
        assertSilent(await runRelay({ command: [...shell, '-c', deaf], env: hub.env }));
        assert.equal(hub.received.length, 1);
      });
    });
  }

  it('tells which client sent the hook, and when', async () => {
    const env = { ...hub.env, CLAUDE_PID: '4711', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' };
    assertSilent(await runRelay({ env, input: payload }));
    const { headers } = hub.only();
    assert.equal(headers['x-claude-pid'], '4711');
    assert.equal(headers['x-claude-parent-pid'], String(process.pid));
    assert.equal(headers['x-claude-entrypoint'], 'sdk-ts');
    assert.equal(headers['content-type'], 'application/json');
  });

  for (const shell of shells) {
    it(`tells when the hook was sent, without a process for that, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      const bin = path.join(hub.home, 'bin');
      fs.mkdirSync(bin);
      if (process.platform === 'linux')
        fs.writeFileSync(path.join(bin, 'date'), '', { mode: 0o755 });
      const env = { ...hub.env, PATH: `${bin}:${process.env['PATH']}` };
      const [before, upBefore] = [Date.now(), os.uptime()];
      const command = [...shell, relayScript] as const;
      assertSilent(await runRelay({ command, env, input: payload }));
      const { headers } = hub.only();
      const sentAt = Number(headers['x-sent-at'] ?? before);
      assert.ok(sentAt >= before - 1 && sentAt <= Date.now());
      const uptime = Number(headers['x-sent-uptime'] ?? upBefore);
      assert.ok(uptime >= upBefore && uptime <= os.uptime());
      const times = [headers['x-sent-at'], headers['x-sent-uptime']].filter(Boolean);
      if (process.platform === 'linux') assert.equal(times.length, 1);
    });
  }

  it('passes on no value of the environment that is not plain', async () => {
    const evil = 'cli\r\nX-Evil: 1';
    const env = { ...hub.env, CLAUDE_PID: '1\nX-Evil: 1', CLAUDE_CODE_ENTRYPOINT: evil };
    assertSilent(await runRelay({ env, input: payload }));
    const { headers } = hub.only();
    assert.deepEqual(
      Object.keys(headers).filter((name) => /evil|claude-pid|entrypoint/.test(name)),
      [],
    );
  });

  it('finds the hub under ~/.claude when no config home is named', async () => {
    const user = path.join(hub.home, 'user');
    fs.mkdirSync(user);
    fs.symlinkSync(hub.home, path.join(user, '.claude'));
    assertSilent(await runRelay({ env: { HOME: user } }));
    assertSilent(await runRelay({ env: { HOME: user, CLAUDE_CONFIG_DIR: '' } }));
    assert.equal(hub.received.length, 2);
  });

  it('is silent without a home, without curl and without any program', async () => {
    assertSilent(await runRelay({}));
    const tools = path.join(hub.home, 'tools');
    fs.mkdirSync(tools);
    const sh = fs.realpathSync('/bin/sh');
    const command = [sh, relayScript] as const;
    const input = 'x'.repeat(200_000);
    assertSilent(await runRelay({ command, env: { ...hub.env, PATH: tools }, input }));
    fs.symlinkSync('/bin/cat', path.join(tools, 'cat'));
    assertSilent(await runRelay({ command, env: { ...hub.env, PATH: tools }, input }));
    assert.equal(hub.received.length, 0);
  });

  it('goes straight to the hub, whatever proxies and curl settings the user has', async () => {
    fs.writeFileSync(path.join(hub.home, '.curlrc'), 'verbose\nproxy = "127.0.0.1:9"\nhead\n');
    const proxy = 'http://127.0.0.1:9';
    const proxies = { http_proxy: proxy, ALL_PROXY: proxy, HOME: hub.home };
    assertSilent(await runRelay({ env: { ...hub.env, ...proxies } }));
    assert.equal(hub.only().method, 'POST');
  });

  it('is silent and quick when the port is closed', async () => {
    hub.stopListening();
    assertSilent(await runRelay({ env: hub.env }));
    assertSilent(await runRelay({ env: hub.env, args: ['--wait'] }));
  });

  it('gives up on a hub that does not answer', async () => {
    hub.answer = () => {};
    assertSilent(await runRelay({ env: hub.env }));
  });

  const silentAnswers: Readonly<Record<string, FakeHub['answer']>> = {
    'no content': (response) => response.writeHead(204).end(),
    'an error': (response) => response.writeHead(500, json).end(decision),
    'a refusal': (response) => response.writeHead(401, json).end('{"error":"unauthorized"}'),
    'a redirect': (response) => response.writeHead(302, { ...json, location: '/x' }).end(decision),
    'another kind of text': (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(decision),
    'garbage under the name of JSON': (response) => response.writeHead(200, json).end('<html>'),
    'nothing under the name of JSON': (response) => response.writeHead(200, json).end(),
    'no HTTP at all': (response) => response.socket?.end('\u0000\u0001 hello\n'),
  };
  for (const [name, answer] of Object.entries(silentAnswers)) {
    it(`prints nothing when it gets ${name}`, async () => {
      hub.answer = answer;
      assertSilent(await runRelay({ env: hub.env, args: ['--wait'] }));
      hub.only();
    });
  }

  it('prints nothing for an event that only is observed', async () => {
    hub.answer = (response) => response.writeHead(200, json).end(decision);
    assertSilent(await runRelay({ env: hub.env }));
  });

  it('prints a decision of any size', async () => {
    const plan = JSON.stringify({ plan: 'Schritt für Schritt\n'.repeat(20_000) });
    hub.answer = (response) => response.writeHead(200, json).end(plan);
    assert.equal((await runRelay({ env: hub.env, args: ['--wait'] })).stdout, `${plan}\n`);
  });

  it('still tells the hub where it cannot keep an answer', async () => {
    fs.mkdirSync(path.join(hub.home, 'bin'));
    const command = [
      'sh',
      '-c',
      `umask() { return 1; }; set -- --wait; . '${relayScript}'`,
    ] as const;
    hub.answer = (response) => response.writeHead(200, json).end(decision);
    assertSilent(await runRelay({ command, env: hub.env }));
    assert.equal(hub.received.length, 1);
  });

  it('keeps the token out of every argument', async function () {
    if (!fs.existsSync('/proc/self/cmdline')) skip(this, 'there is no /proc here');
    let commands: string[] = [];
    hub.answer = (response) => {
      commands = fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => {
          try {
            return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          } catch {
            return ''; // The process has ended meanwhile.
          }
        });
      response.writeHead(204).end();
    };
    assertSilent(await runRelay({ env: hub.env }));
    assert.ok(commands.some((command) => command.includes(path.join(hub.folder, 'relay.conf'))));
    assert.deepEqual(
      commands.filter((command) => command.includes(token)),
      [],
    );
  });
});

describe('The command of a hook', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  beforeEach(async () => {
    hub = await FakeHub.start();
    fs.copyFileSync(relayScript, path.join(hub.folder, 'relay.sh'));
  });
  afterEach(() => hub.dispose());

  function command(wait: boolean): readonly [string, ...string[]] {
    return [
      'sh',
      '-c',
      hookCommand(path.join(hub.folder, 'relay.sh'), wait ? 'wait' : 'observe', 'linux'),
    ];
  }

  it('runs the relay in a folder with spaces and quotes, as a child of the client', async () => {
    assert.match(hub.folder, /'.* /);
    assertSilent(await runRelay({ command: command(false), env: hub.env, input: payload }));
    const { headers, body } = hub.only();
    assert.ok(body.equals(payload));
    assert.equal(headers['x-claude-parent-pid'], String(process.pid));
  });

  it('waits for a decision', async () => {
    hub.answer = (response) => response.writeHead(200, json).end(decision);
    const result = await runRelay({ command: command(true), env: hub.env, input: payload });
    assert.equal(result.stdout, `${decision}\n`);
  });

  it('reads the payload and is silent when the relay is gone', async () => {
    fs.rmSync(hub.folder, { recursive: true });
    const input = 'x'.repeat(1_000_000);
    for (const wait of [false, true]) {
      assertSilent(await runRelay({ command: command(wait), env: hub.env, input }));
    }
    const closed = ['sh', '-c', `exec <&-; ${command(false)[2]}`] as const;
    assertSilent(await runRelay({ command: closed, env: hub.env }).then(asRead));
  });
});

/** A write to a process with a closed input may fail, which does not matter. */
function asRead(result: RelayResult): RelayResult {
  return { ...result, inputError: undefined };
}
