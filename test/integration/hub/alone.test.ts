import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog } from '../../../src/extension/util/log';
import { hubPorts, routes } from '../../../src/shared/protocol/protocol';
import { call } from '../../support/hub/wire/call';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { Stranger } from '../../support/hub/wire/stranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';
import { needs } from '../../support/skip';

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  out: string;
  err: string;
}

describe('The hub as a program of its own', () => {
  let script: string;
  let home: string;
  const runs: Run[] = [];

  before(async () => (script = await bundleHub()));
  after(() => removeBundle(script));
  beforeEach(async () => (home = await tempHome()));
  afterEach(async () => {
    for (const { child, ended } of runs.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await removeHome(home);
  });

  function run(): Run {
    const env = { ...process.env, CLAUDE_CONFIG_DIR: home };
    const child = spawn(process.execPath, [script], { env });
    const ended = once(child, 'close') as Promise<unknown> as Run['ended'];
    const one: Run = { child, ended, out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (one.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (one.err += text));
    runs.push(one);
    return one;
  }
  async function address(one: Run): Promise<string> {
    const line = await until(
      () => /^Mission Control hub: (\S+) \(config home (.*)\)$/mu.exec(one.out),
      (match) => assert.ok(match, one.err),
    );
    assert.equal(line?.[2], home);
    return line?.[1] ?? '';
  }

  it('prints its address, serves its config home and ends cleanly on SIGTERM', async function () {
    needs(this, 'signals');
    const hub = run();
    const url = await address(hub);
    assert.ok(hubPorts.includes(Number(new URL(url).port)));
    const folder = path.join(home, 'mission-control');
    const token = await fs.readFile(path.join(folder, 'token'), 'utf8');
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await call(`${url}${routes.summary}`, { headers })).status, 200);
    hub.child.kill('SIGTERM');
    assert.deepEqual(await hub.ended, [0, null]);
    assert.deepEqual(await fs.readdir(folder), ['key', 'machine', 'program']);
    // The hub of another test may have the port by now.
    const answer = await call(`${url}${routes.summary}`, { headers }).catch(() => undefined);
    assert.notEqual(answer?.status, 200);
  });

  it('trusts a window that gives the code from its terminal; each code works once', async () => {
    const hub = run();
    await address(hub);
    const code = (): string | undefined => [...hub.out.matchAll(/and type (\S+)\n/gu)].at(-1)?.[1];
    const first = await until(code, (shown) => assert.match(shown ?? '', /^\w{5}-\w{5}$/u));
    const windows = [0, 1].map(() => new HubLink({ configHome: home, script, log: silentLog }));
    const [one, other] = windows;
    assert.ok(one && other && first !== undefined);
    try {
      for (const window of windows) {
        window.start();
        await until(
          () => [window.keys.isUntrusted, window.keys.hasCode],
          (now) => assert.deepEqual(now, [true, true]),
        );
      }
      const act = (window: HubLink): Promise<unknown> =>
        window.hub.call('act', { sessionId: 'none', act: 'end' });
      await assert.rejects(one.keys.giveCode('AAAAA-AAAAA'), /isn’t the code/);
      await assert.rejects(act(one), /not been accepted/);
      await one.keys.giveCode(` ${first.toLowerCase()} `);
      await assert.rejects(act(one), /no session with this ID/);
      await until(code, (shown) => assert.notEqual(shown, first));
      await assert.rejects(other.keys.giveCode(first), /isn’t the code/);
      await assert.rejects(act(other), /not been accepted/);
    } finally {
      for (const window of windows) await window.shutdown();
    }
  });

  it('ends cleanly on an interrupt too, with a reader on its stream', async function () {
    needs(this, 'signals');
    const hub = run();
    const url = await address(hub);
    const token = await fs.readFile(path.join(home, 'mission-control', 'token'), 'utf8');
    const reading = call(`${url}${routes.stream}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((resolve) => setImmediate(resolve));
    hub.child.kill('SIGINT');
    assert.deepEqual(await hub.ended, [0, null]);
    await reading.catch(() => undefined); // The stream may have ended or broken off.
  });

  it('says that another hub is running, and ends', async () => {
    const url = await address(run());
    const second = run();
    assert.deepEqual(await second.ended, [0, null]);
    assert.ok(second.out.includes(`A hub for ${home} listens already at ${url}`), second.out);
  });

  it('starts although a killed hub has left its files', async () => {
    const first = run();
    await address(first);
    const token = await fs.readFile(path.join(home, 'mission-control', 'token'), 'utf8');
    first.child.kill('SIGKILL');
    await first.ended;
    await address(run());
    assert.notEqual(await fs.readFile(path.join(home, 'mission-control', 'token'), 'utf8'), token);
  });

  it('exits with an error of one line if it cannot start', async () => {
    await fs.writeFile(path.join(home, 'mission-control'), 'in the way');
    const hub = run();
    assert.deepEqual(await hub.ended, [1, null]);
    assert.equal(hub.out, '');
    assert.equal(hub.err.trim().split('\n').length, 1, hub.err);
  });

  it('uses the next port if another program has its port', async () => {
    const taken = new Map<number, Stranger>();
    for (const port of hubPorts) {
      if (taken.size === 2) break;
      // A port that another program of this machine already uses is skipped as well.
      const answer = Stranger.start((_request, response) => response.end('hi'), port);
      await answer.then((stranger) => taken.set(port, stranger)).catch(() => undefined);
    }
    const url = await address(run());
    assert.ok(!taken.has(Number(new URL(url).port)), url);
    for (const stranger of taken.values()) await stranger.stop();
  });
});
