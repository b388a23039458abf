import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { hubProof } from '../../../src/extension/util/hub/hubKey';
import { protocolVersion } from '../../../src/shared/protocol/protocol';
import { CliProcess, runCli } from '../../support/commandLine/cliProcess';
import { checkDocument } from '../../support/commandLine/documentSchema';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { until } from '../../support/until';

const idOf = (at: number): string => `5e551011-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** Everything that a terminal may take for a command; output has line breaks alone. */
const controls = /(?!\n)\p{Cc}/u;

describe('mission-control', function () {
  this.timeout(120_000);
  let home: string;
  let hub: TestHub | undefined;

  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(async () => {
    await hub?.close();
    hub = undefined;
    await removeHome(home);
  });

  const start = async (): Promise<TestHub> => (hub = await TestHub.start(home));
  const run = (...args: readonly string[]) => runCli(home, args);
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(...args, '--json')).stdout);

  /** A session that runs; `asks`: it is blocked on a permission. */
  async function session(at: number, prompt: string, asks: boolean): Promise<void> {
    const about = { session_id: idOf(at) };
    await hub?.hook(aHook('UserPromptSubmit', { ...about, prompt }));
    const tool = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    if (asks) await hub?.hook(aHook('PermissionRequest', { ...about, ...tool }));
  }

  it('ends with 0 while nobody waits and with 1 while a session is blocked', async () => {
    await start();
    await session(1, 'Fix the login', false);
    for (const args of [['status'], ['status', '--line'], ['list'], ['next']])
      assert.equal((await run(...args)).code, 0, args.join(' '));
    await session(2, 'Build the shop', true);
    for (const args of [['status'], ['status', '--line'], ['list'], ['next'], ['status', '--json']])
      assert.equal((await run(...args)).code, 1, args.join(' '));
    assert.equal((await run('show', idOf(1))).code, 0);
    assert.equal((await run('show', idOf(2))).code, 1);
    assert.deepEqual(await run('status', '--line'), {
      code: 1,
      stdout: '1 Needs You\n',
      stderr: '',
    });
  });

  it('lists what the hub’s board has, in its order', async () => {
    const { board } = await start().then((started) => ({ board: () => started.board() }));
    for (let at = 0; at < 12; at += 1) await session(at, `Task ${at}`, at % 3 === 0);
    const { sessions } = await board();
    const { groups } = (await json('list')) as {
      readonly groups: readonly {
        readonly sections: readonly { readonly sessions: readonly { readonly id: string }[] }[];
      }[];
    };
    const listed = groups.flatMap((group) => group.sections).flatMap((one) => one.sessions);
    assert.deepEqual(
      listed.map(({ id }) => id),
      sessions.map(({ sessionId }) => sessionId),
    );
    const { next } = (await json('next')) as { readonly next: { readonly id: string } };
    assert.equal(next.id, sessions[0]?.sessionId);
    const { stdout } = await run('list');
    assert.match(stdout, /^Needs You 4\n/u);
    assert.match(stdout, /Task 0 .*Needs permission: Bash · npm test/u);
    assert.match(stdout, /\nRunning 8\n/u);
  });

  it('prints documents that match the published schema', async () => {
    await start();
    for (const kind of ['status', 'list', 'next'] as const) checkDocument(kind, await json(kind));
    await session(1, 'Fix the login', false);
    await session(2, 'Build the shop', true);
    await hub?.hook(aHook('Stop', { session_id: idOf(1), last_assistant_message: 'Done.' }));
    for (const kind of ['status', 'list', 'next'] as const) checkDocument(kind, await json(kind));
    checkDocument('show', await json('show', idOf(1)));
    checkDocument('show', await json('show', idOf(2)));
  });

  it('prints no control characters of titles, prompts, folders or requests', async () => {
    await start();
    const hostile = '\u001B]0;owned\u0007\u001B[2J\u009B31mred\u009D\u202Etxt\r\bx\u0000';
    const about = { session_id: idOf(1), cwd: `/home/dev/${hostile.replaceAll('\0', '')}` };
    await hub?.hook(aHook('UserPromptSubmit', { ...about, prompt: hostile }));
    const input = { command: `echo ${hostile}`, description: hostile };
    await hub?.hook(
      aHook('PermissionRequest', { ...about, tool_name: `B${hostile}`, tool_input: input }),
    );
    const commands = [
      ['status'],
      ['list'],
      ['next'],
      ['show', idOf(1)],
      ['show', hostile.replaceAll('\0', '')],
    ];
    for (const args of commands.flatMap((one) => [one, [...one, '--json']])) {
      const { stdout, stderr } = await run(...args);
      assert.doesNotMatch(stdout, controls, args.join(' '));
      assert.doesNotMatch(stderr, controls, args.join(' '));
    }
    assert.match((await run('next')).stdout, /owned.*red/u);
  });

  it('speaks the language of the environment', async () => {
    await start();
    await session(1, 'Fix the login', true);
    const inGerman = await runCli(home, ['list'], { LANG: 'de_DE.UTF-8' });
    assert.match(inGerman.stdout, /^Braucht Sie 1\n/u);
    const inEnglish = await runCli(home, ['list'], { LANG: 'de_DE.UTF-8', LC_ALL: 'C' });
    assert.match(inEnglish.stdout, /^Needs You 1\n/u);
  });

  it('finds a session by the beginning of its id, if it is the only one', async () => {
    await start();
    await session(1, 'Fix the login', false);
    await session(20, 'Build the shop', false);
    assert.match((await run('show', idOf(20).slice(0, -1))).stdout, /^Build the shop\n/u);
    const several = await run('show', '5e55');
    assert.deepEqual([several.code, several.stdout], [64, '']);
    assert.match(several.stderr, /Fix the login/u);
    const none = await run('show', 'feed');
    assert.deepEqual([none.code, none.stdout], [64, '']);
  });

  it('explains its usage where it is called wrong', async () => {
    const wrong = [
      [],
      ['stat'],
      ['list', '--line'],
      ['show'],
      ['next', '--watch'],
      ['--bad'],
      ['list', 'x'],
      ['status', '--json', '--line'],
    ];
    for (const args of wrong) {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [64, ''], args.join(' '));
      assert.match(stderr, /^\S.*\n\n[^]*Usage: mission-control <command>/u);
    }
    for (const args of [['--help'], ['help'], ['list', '-h']]) {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /Usage: mission-control <command>/u);
    }
    assert.match((await run('--version')).stdout, /^\d+\.\d+\.\d+\n$/u);
  });

  describe('without a hub', () => {
    it('ends with 2, says what to do on standard error, and creates nothing', async () => {
      for (const args of [
        ['status'],
        ['list', '--json'],
        ['show', 'x'],
        ['next'],
        ['status', '--line'],
      ]) {
        const { code, stdout, stderr } = await run(...args);
        assert.deepEqual([code, stdout], [2, ''], args.join(' '));
        assert.match(stderr, /^Mission Control is not running for .*Open an editor/u);
      }
      assert.deepEqual(await fs.readdir(home), []);
    });

    it('ends with 2 where a killed hub has left its files', async () => {
      await start();
      const folder = path.join(home, 'mission-control');
      const left = await Promise.all(
        ['endpoint.json', 'token'].map(
          async (name) => [name, await fs.readFile(path.join(folder, name))] as const,
        ),
      );
      await hub?.close();
      for (const [name, bytes] of left) await fs.writeFile(path.join(folder, name), bytes);
      const { code, stderr } = await run('status');
      assert.equal(code, 2);
      assert.match(stderr, /^Mission Control is not running/u);
    });

    it('ends with 2 at a hub of a newer version', async () => {
      const key = '0f'.repeat(32);
      const server = await listening((request, response) => {
        const nonce = new URL(request.url ?? '', 'http://hub').searchParams.get('nonce') ?? '';
        const proof = hubProof(key, nonce, portOf(server));
        const hello = { version: protocolVersion + 1, pid: 1, startedAt: '', proof };
        response.end(JSON.stringify(hello));
      });
      try {
        const folder = path.join(home, 'mission-control');
        await fs.mkdir(folder, { mode: 0o700 });
        const url = `http://127.0.0.1:${portOf(server)}`;
        const endpoint = {
          version: protocolVersion + 1,
          url,
          pid: process.pid,
          startedAt: '',
          socket: 'hub-00000000.sock',
        };
        await fs.writeFile(path.join(folder, 'key'), key, { mode: 0o600 });
        await fs.writeFile(path.join(folder, 'token'), 'token', { mode: 0o600 });
        await fs.writeFile(path.join(folder, 'endpoint.json'), JSON.stringify(endpoint));
        const { code, stdout, stderr } = await run('status');
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, /runs in another version/u);
      } finally {
        server.close();
      }
    });
  });

  it('ends quietly when the reader of its output is gone', async () => {
    await start();
    for (let at = 0; at < 40; at += 1) await session(at, `Task ${at} ${'x'.repeat(200)}`, true);
    const process = await CliProcess.start(home, ['list', '--json']);
    process.child.stdout?.destroy();
    const { code, stderr } = await process.ended;
    assert.deepEqual([code, stderr], [1, '']);
  });

  it('ends with 74 where its output can’t be written', async function () {
    if (process.platform !== 'linux') this.skip();
    await start();
    const full = await fs.open('/dev/full', 'w');
    try {
      const tool = await CliProcess.start(home, ['status'], {}, { stdout: full.fd });
      const { code, stderr } = await tool.ended;
      assert.equal(code, 74);
      assert.match(stderr, /ENOSPC/u);
    } finally {
      await full.close();
    }
  });

  it('shows the board from a folder that was deleted', async function () {
    if (process.platform === 'win32') this.skip();
    await start();
    const cwd = path.join(home, 'gone');
    await fs.mkdir(cwd);
    const tool = await CliProcess.start(home, ['status', '--line'], {}, { deletedCwd: cwd });
    assert.deepEqual(await tool.ended, { code: 0, stdout: '0 Needs You\n', stderr: '' });
  });

  describe('--watch', () => {
    let watch: CliProcess | undefined;
    afterEach(() => watch?.kill());

    it('prints a line at each change, and ends with 0 at an interrupt', async () => {
      await start();
      watch = await CliProcess.start(home, ['status', '--line', '--watch']);
      await until(
        () => watch?.lines,
        (lines) => assert.deepEqual(lines, ['0 Needs You']),
      );
      await session(1, 'Fix the login', false);
      await session(2, 'Build the shop', true);
      await until(
        () => watch?.lines,
        (lines) => assert.deepEqual(lines, ['0 Needs You', '1 Needs You']),
      );
      watch.child.kill('SIGINT');
      const { code, stderr } = await watch.ended;
      assert.deepEqual([code, stderr], [0, '']);
    });

    it('waits for a hub, and follows the next one', async () => {
      watch = await CliProcess.start(home, ['status', '--line', '--watch']);
      await until(
        () => watch?.stderr,
        (text) => assert.match(text ?? '', /^Mission Control is not running .*\n$/u),
      );
      await start();
      await session(1, 'Fix the login', true);
      await until(
        () => watch?.lines.at(-1),
        (line) => assert.equal(line, '1 Needs You'),
      );
      await hub?.close();
      await until(
        () => watch?.lines.at(-1),
        (line) => assert.equal(line, ''),
      );
      await start();
      await until(
        () => watch?.lines.at(-1),
        (line) => assert.match(line ?? '', /Needs You/u),
      );
      assert.match(watch.stderr, /^Mission Control is not running .*\n$/u);
    });

    it('prints one document for each state', async () => {
      await start();
      watch = await CliProcess.start(home, ['list', '--json', '--watch']);
      await until(
        () => watch?.lines.length,
        (count) => assert.equal(count, 1),
      );
      await session(1, 'Fix the login', true);
      await until(
        () => watch?.lines.at(-1),
        (line) => assert.match(line ?? '', /needs_permission/u),
      );
      for (const line of watch.lines) checkDocument('list', JSON.parse(line));
    });

    it('ends when the reader of its output is gone', async () => {
      await start();
      watch = await CliProcess.start(home, ['status', '--line', '--watch']);
      await until(
        () => watch?.lines.length,
        (count) => assert.equal(count, 1),
      );
      watch.child.stdout?.destroy();
      await session(1, 'Fix the login', true);
      const { code, stderr } = await watch.ended;
      assert.deepEqual([code, stderr], [0, '']);
    });
  });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
