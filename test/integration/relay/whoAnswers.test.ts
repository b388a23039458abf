import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { relayFiles } from '../../../src/shared/protocol/relayConfig';
import { Stranger } from '../../support/hub/wire/stranger';
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
  type KnownBy,
} from './relayRun';

const prompt = { 'content-type': 'text/plain; charset=utf-8' };

/** All modes in which a client in a terminal calls the relay. */
const modes = [[], ['--wait'], ['--rewake']] as const;

describe('A relay whose hub crashed, its process id and its port in the hands of others', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  let stranger: Stranger;
  let env: NodeJS.ProcessEnv;
  let bodies: string;
  afterEach(async () => {
    await stranger.stop();
    await hub.dispose();
  });

  /**
   * Simulates a crashed hub: its files name a living process, and a stranger that accepts
   * everything has its port.
   */
  async function crash(knownBy: KnownBy): Promise<void> {
    hub = await FakeHub.start(knownBy);
    bodies = '';
    hub.stopListening();
    stranger = await Stranger.start((request, response) => {
      request.on('data', (part: Buffer) => (bodies += part.toString()));
      request.on('end', () =>
        response.writeHead(200, request.url?.includes('rewake') ? prompt : json).end(decision),
      );
    }, hub.port);
    // Skips the waiting of the relay, which polls for a prompt up to 20 times.
    const bin = path.join(hub.home, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
    env = {
      ...hub.env,
      PATH: `${bin}:${process.env['PATH']}`,
      CLAUDE_CODE_ENTRYPOINT: 'cli',
    };
  }

  for (const knownBy of ['socket', 'proof'] as const) {
    for (const shell of shells) {
      it(`tells nobody anything and believes nothing, by ${knownBy}, run by ${shell.join(' ')}`, async function () {
        if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
        await crash(knownBy);
        for (const args of modes) {
          const command = [...shell, relayScript] as const;
          assertSilent(await runRelay({ command, env, args, input: payload }));
        }
        assert.equal(bodies, '');
        assert.ok(!JSON.stringify(stranger.asked).includes(token));
        const paths = new Set(stranger.asked.map(({ url }) => url.replace(/\?.*/u, '')));
        const asked = knownBy === 'socket' ? [] : ['/api/live/hello'];
        assert.deepEqual([...paths], asked);
        assert.equal(hub.received.length, 0);
      });
    }
  }
});

describe('A relay without a socket', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  beforeEach(async () => (hub = await FakeHub.start('proof')));
  afterEach(() => hub.dispose());

  for (const shell of shells) {
    it(`asks for a proof and then does as with one, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      const command = [...shell, relayScript] as const;
      const env = { ...hub.env, CLAUDE_CODE_ENTRYPOINT: 'cli' };
      assertSilent(await runRelay({ command, env, input: payload }));
      assert.ok(hub.only().body.equals(payload));
      hub.answer = (response) => response.writeHead(200, json).end(decision);
      const waited = await runRelay({ command, env, input: payload, args: ['--wait'] });
      assert.equal(waited.stdout, `${decision}\n`);
      hub.answer = (response) => response.writeHead(200, prompt).end('Go on');
      const woken = await runRelay({ command, env, input: payload, args: ['--rewake'] });
      assert.deepEqual([woken.code, woken.stderr], [2, 'Go on']);
      assert.deepEqual([hub.received.length, hub.hellos], [3, 3]);
    });
  }

  it('is silent where the files name neither a socket nor a proof', async () => {
    const file = path.join(hub.folder, 'relay.conf');
    const text = fs.readFileSync(file, 'utf8');
    for (const first of [`# pid ${process.pid}`, `# pid ${process.pid} proof`]) {
      fs.writeFileSync(file, text.replace(/^.*/u, first));
      assertSilent(await runRelay({ env: hub.env, input: payload }));
    }
    assert.deepEqual([hub.received.length, hub.hellos], [0, 0]);
  });
});

describe('The files that the relay reads', () => {
  it('name a socket in any folder so that curl finds it, and no other option', () => {
    const way = { socketPath: '/home/a "b\\c\nurl = x/hub.sock' };
    const [file] = relayFiles({ pid: 1, origin: 'http://127.0.0.1:1', token, way });
    const [, line] = file?.text.split('\n') ?? [];
    assert.equal(line, String.raw`unix-socket = "/home/a \"b\\c\nurl = x/hub.sock"`);
  });

  it('of another user are not believed', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const hub = await FakeHub.start();
    fs.chownSync(path.join(hub.folder, 'relay.conf'), 65_534, 65_534);
    assertSilent(await runRelay({ env: hub.env, input: payload }));
    assert.equal(hub.received.length, 0);
    await hub.dispose();
  });
});
