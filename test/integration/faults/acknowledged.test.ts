import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { callOf, calls, parameterIn, type CallName } from '../../../src/shared/protocol/calls';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { boardSchema, routes } from '../../../src/shared/protocol/protocol';
import {
  keepsNothing,
  keptChanges,
  phones,
  sessionId,
  type KeepingCall,
} from '../../support/hub/keptChanges';
import { writeKeptHome } from '../../support/hub/keptHome';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { signedIfNeeded, testSigner } from '../../support/hub/testSigner';
import { call, type Answer } from '../../support/hub/wire/call';
import { freePort } from '../../support/hub/wire/freePorts';
import { StreamReader } from '../../support/hub/wire/streamReader';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

const names = Object.keys(keptChanges) as KeepingCall[];

describe('What a hub acknowledges', function () {
  this.timeout(120_000);
  let home: string;
  let pageFolder: string;
  let port: number;
  let hub: HubProcess | undefined;

  before(async () => {
    pageFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'kept-page-'));
    await fs.writeFile(path.join(pageFolder, 'index.html'), '<!doctype html><title>Page</title>');
    port = await freePort();
  });
  beforeEach(async () => (home = await tempHome()));
  afterEach(async () => {
    await hub?.kill();
    spawnSync('umount', [home]);
    await removeHome(home);
  });
  after(() => removeHome(pageFolder));

  /** Starts a hub that has read the session and the phones. */
  async function start(): Promise<HubProcess> {
    const keys = [testSigner.publicKey];
    const setup = { keys, phones: { pageFolder, ports: [port] } };
    const started = await HubProcess.start(home, 0, undefined, setup);
    hub = started;
    await session(started);
    await until(
      () => phonesOf(started),
      (news) => assert.ok(news.port !== undefined),
    );
    return started;
  }

  async function session({ url, token }: HubProcess) {
    const board = () =>
      call(`${url}${routes.sessions}`, { headers: { authorization: `Bearer ${token}` } });
    return until(
      async () => boardSchema.parse(JSON.parse((await board()).text)),
      ({ sessions }) => assert.ok((sessions[0]?.changes?.edits ?? 0) > 0),
    ).then(({ sessions }) => sessions[0]);
  }

  /** The news about phones that windows receive. */
  async function phonesOf({ url, token }: HubProcess): Promise<PhonesNews> {
    const stream = new StreamReader(`${url}${routes.stream}?window=w`, token);
    const phonesMessage = (): string | undefined =>
      stream.messages.find((message) => message.startsWith('event: phones\n'));
    const message = await until(phonesMessage, (text) => assert.ok(text !== undefined));
    stream.close();
    return JSON.parse(message?.slice(message.indexOf('{')) ?? '') as PhonesNews;
  }

  function post({ url, token }: HubProcess, name: CallName, request: object): Promise<Answer> {
    const { path: row, names: named } = callOf(name);
    const route = parameterIn(row) === undefined ? row : row.replace(/:\w+/u, sessionId);
    const fields = { ...request, ...(named === 'window' && { window: 'w' }) };
    return call(`${url}${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(signedIfNeeded(token, route, fields)),
    });
  }

  const textOf = (name: string): Promise<string> =>
    fs.readFile(path.join(home, 'mission-control', name), 'utf8').catch(() => '');

  it('covers every call of the table that keeps something, and says of the others why not', () => {
    const listed = [...names, ...Object.keys(keepsNothing)].sort();
    const changing = (Object.keys(calls) as CallName[]).filter(
      (name) => callOf(name).unsigned !== 'reads',
    );
    assert.deepEqual(listed, changing.sort());
    assert.deepEqual(
      names.filter((name) => callOf(name).keeps !== true),
      [],
    );
  });

  it('is on the disk when it is killed right after each answer, and known to the next hub', async () => {
    await writeKeptHome(home);
    let running = await start();
    const lost: string[] = [];
    for (const name of names) {
      const { said, file, isIn } = keptChanges[name];
      assert.ok(!isIn(await textOf(file)), `${name} changes something`);
      const answer = await post(running, name, said);
      assert.equal(answer.status, 204, `${name}: ${answer.text}`);
      await running.kill();
      if (!isIn(await textOf(file))) lost.push(name);
      running = await start();
      if (!isIn(await textOf(file))) lost.push(`${name} after the next start`);
    }
    assert.deepEqual(lost, []);
    const card = await session(running);
    assert.equal(card?.title, 'Given name');
    assert.equal(card?.pinned, true);
    assert.deepEqual(card?.tags, [{ word: 'hot', color: 'red' }]);
    assert.equal(card?.agentState.state, 'archived');
    assert.ok(card?.reviewed !== undefined);
    const { devices } = await phonesOf(running);
    assert.deepEqual(
      devices.map(({ id, scope }) => [id, scope]),
      [[phones.demoted, 'watch']],
    );
  });

  it('is refused on a full disk with nothing lost, but a phone still loses its access for good', async function () {
    const mounted =
      process.getuid?.() === 0 &&
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', home]).status === 0;
    if (!mounted) skip(this, 'needs a small disk');
    await writeKeptHome(home);
    let running = await start();
    const files = [...new Set(names.map((name) => keptChanges[name].file))];
    // Fills the disk again after the hub freed space by replacing a file of its own.
    const fill = (): Promise<void> =>
      fs
        .appendFile(path.join(home, 'filler'), Buffer.alloc(4 * 1024 * 1024))
        .catch(() => undefined);
    await fill();
    const storedTexts = async () =>
      Object.fromEntries(await Promise.all(files.map(async (file) => [file, await textOf(file)])));
    const before = await storedTexts();
    for (const name of names) {
      const { said, file, isIn, isRevocation = false } = keptChanges[name];
      await fill();
      const answer = await post(running, name, said);
      if (isRevocation) {
        assert.equal(answer.status, 204, `${name}: ${answer.text}`);
        assert.ok(isIn(await textOf(file)), name);
      } else {
        assert.equal(answer.status, 507, `${name}: ${answer.text}`);
        assert.match(answer.text, /Not saved: the disk is full/u);
      }
    }
    const { 'phones.json': _before, ...others } = before;
    const { 'phones.json': _after, ...left } = await storedTexts();
    assert.deepEqual(left, others);
    const card = await session(running);
    assert.deepEqual(
      [card?.title, card?.pinned, card?.tags],
      ['Build the shop', undefined, undefined],
    );
    assert.notEqual(card?.agentState.state, 'archived');
    await running.kill();
    running = await start();
    assert.deepEqual(
      (await phonesOf(running)).devices.map(({ id, scope }) => [id, scope]),
      [[phones.demoted, 'watch']],
    );
    await fs.rm(path.join(home, 'filler'));
    for (const name of names) {
      const { said, file, isIn } = keptChanges[name];
      const answer = await post(running, name, said);
      assert.equal(answer.status, 204, `${name}: ${answer.text}`);
      assert.ok(isIn(await textOf(file)), name);
    }
  });
});
