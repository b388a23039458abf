import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { linuxProcesses } from '../../../src/extension/hub/ingest/processes';
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

const prompt = { 'content-type': 'text/plain; charset=utf-8' };
const modes = [[], ['--wait'], ['--rewake']] as const;

/**
 * Our folder has the files of a hub on another host, and a subfolder has those of this host's hub.
 */
describe('A relay whose config home several hosts have', () => {
  before(function () {
    needs(this, 'sh');
  });

  let hub: FakeHub;
  let elsewhere: FakeHub;
  let env: NodeJS.ProcessEnv;
  let own: string;
  beforeEach(async () => {
    hub = await FakeHub.start();
    elsewhere = await FakeHub.start();
    env = { ...hub.env, CLAUDE_CODE_ENTRYPOINT: 'cli' };
    own = path.join(hub.folder, 'host-00000002');
    await hub.writeFiles(deadPid(), path.join(hub.folder, 'host-00000001'));
    await hub.writeFiles(process.pid, own);
  });
  afterEach(async () => {
    await hub.dispose();
    await elsewhere.dispose();
  });

  async function callsAll(command: readonly [string, ...string[]]): Promise<void> {
    assertSilent(await runRelay({ command, env, input: payload }));
    assert.ok(hub.only().body.equals(payload));
    hub.answer = (response) => response.writeHead(200, json).end(decision);
    const waited = await runRelay({ command, env, input: payload, args: ['--wait'] });
    assert.equal(waited.stdout, `${decision}\n`);
    hub.answer = (response) => response.writeHead(200, prompt).end('Go on');
    const woken = await runRelay({ command, env, input: payload, args: ['--rewake'] });
    assert.deepEqual([woken.code, woken.stderr], [2, 'Go on']);
    assert.equal(hub.received.length, 3);
    assert.equal(elsewhere.received.length, 0);
  }

  for (const shell of shells) {
    const command = [...shell, relayScript] as const;

    it(`finds the hub that lives here, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      await elsewhere.writeFiles(deadPid(), hub.folder);
      const files = await fs.readdir(own);
      await callsAll(command);
      assert.deepEqual(await fs.readdir(own), files);
    });

    it(`takes no process for the other host’s hub that has its number here, run by ${shell.join(' ')}`, async function () {
      if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      await elsewhere.writeFiles(process.pid, hub.folder, '1');
      await hub.writeFiles(process.pid, own, await linuxProcesses.startOf(process.pid));
      await callsAll(command);
    });

    it(`looks into no other folder where the hub in ours lives, run by ${shell.join(' ')}`, async function () {
      if (!isInstalled(shell[0])) skip(this, `${shell[0]} is not installed`);
      await elsewhere.writeFiles(process.pid, hub.folder);
      for (const args of modes) await runRelay({ command, env, args, input: payload });
      assert.equal(hub.received.length, 0);
      assert.equal(elsewhere.received.length, 3);
    });
  }

  for (const [title, from] of [
    ['in our folder', 'own'],
    ['in a folder of the host', 'ours'],
  ] as const) {
    it(`goes from a hub that ends to the next, whose files lie ${title}`, async () => {
      await elsewhere.writeFiles(deadPid(), hub.folder);
      if (from === 'ours') await hub.writeFiles(process.pid);
      hub.answer = (response, { headers }) => {
        if (headers['x-again'] !== undefined) {
          response.writeHead(200, json).end(decision);
          return;
        }
        const moved =
          from === 'own'
            ? fs.rm(own, { recursive: true }).then(() => hub.writeFiles(process.pid))
            : elsewhere.writeFiles(deadPid(), hub.folder);
        void moved.then(() => response.destroy());
      };
      const result = await runRelay({ env, input: payload, args: ['--wait'] });
      assert.equal(result.stdout, `${decision}\n`);
      assert.equal(hub.received.length, 2);
    });
  }
});
