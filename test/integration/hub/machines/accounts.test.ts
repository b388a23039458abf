import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { hubPorts, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { silentLog } from '../../../../src/extension/util/log';
import { ReadableSessions } from '../../../../src/extension/reader/readableSessions';
import { transcriptFile } from '../../../../src/extension/reader/transcriptFile';
import type { Order } from '../../../../src/shared/protocol/windows';
import { aHook, sessionId as hookSession } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { Desk } from '../../../support/machines/desk';
import { aPresence } from '../../../support/hub/aWindow';
import { registryHead, startPlaceholder } from '../../../support/processes/placeholder';
import { skip } from '../../../support/skip';
import { until } from '../../../support/until';

describe('A board with several accounts', function () {
  this.timeout(120_000);
  let script: HubScript;
  let desk: Desk;
  let work: string;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());
  beforeEach(async () => {
    desk = await Desk.start(script.file, { ports: hubPorts });
    work = await accountHome('.claude-work');
  });
  afterEach(async () => {
    await desk.stop();
    await removeHome(path.dirname(work));
  });

  const prompt = async (home: string, text: string, session_id?: string): Promise<void> => {
    const fields = { prompt: text, ...(session_id !== undefined && { session_id }) };
    await until(
      async () => postHook(await hubTarget(home), aHook('UserPromptSubmit', fields)),
      () => undefined,
    );
  };
  const shows = (text: string, assertion: (session: LiveSession) => void): Promise<LiveSession> =>
    desk.session((session) => {
      assert.equal(session.lastPrompt, text);
      assertion(session);
    });
  const shownHere = (account: string | undefined) => (session: LiveSession) => {
    assert.equal(session.machine?.name, account);
    assert.equal(session.machine?.away, undefined);
  };
  const hubPid = async (home: string): Promise<number> => {
    const file = path.join(missionControlFolder(home), 'endpoint.json');
    return (JSON.parse(await fs.readFile(file, 'utf8')) as { pid: number }).pid;
  };

  it('shows the sessions of all, each once, under the names of their homes', async () => {
    await desk.showAccounts(work);
    const card = await desk.connected();
    assert.deepEqual([card.account, card.name], [work, 'work']);
    await prompt(desk.home, 'Here');
    await prompt(work, 'There');
    await shows('There', (session) => {
      shownHere('work')(session);
      assert.equal(session.machine?.account, true);
    });
    await shows('Here', (session) => {
      shownHere(undefined)(session);
      assert.equal(session.account, desk.link.board.summary.account);
    });
    assert.equal(desk.link.board.sessions.length, 2);
  });

  it('sums needs, costs and tokens for each account and for all', async () => {
    await spend(desk.home, 'a0000000-0000-4000-8000-000000000001', 100);
    await spend(work, 'b0000000-0000-4000-8000-000000000001', 300);
    await desk.showAccounts(work);
    await desk.connected();
    const [there, all] = await until(
      () => {
        const { summary } = desk.link.board;
        return [summary.machines?.[0]?.tokensToday, summary.totalTokensToday] as const;
      },
      (sums) => assert.deepEqual(sums, [300, 400]),
    );
    assert.deepEqual([there, all], [300, 400]);
  });

  it('searches the past of all, of one, and of its own', async () => {
    await spend(desk.home, 'a0000000-0000-4000-8000-000000000001', 100);
    await spend(work, 'b0000000-0000-4000-8000-000000000001', 300);
    await desk.showAccounts(work);
    await desk.connected();
    const own = desk.link.board.summary.account ?? '';
    const found = async (tokens?: string): Promise<readonly string[]> => {
      const asked = { query: '', limit: 10, ...(tokens !== undefined && { tokens }) };
      const { sessions } = await desk.link.hub.call('history', asked);
      return sessions.map(({ machine, account }) => machine?.name ?? account ?? '').toSorted();
    };
    await until(
      () => found(),
      (names) => assert.deepEqual(names, [own, 'work'].toSorted()),
    );
    assert.deepEqual(await found('account:work'), ['work']);
    assert.deepEqual(await found(`account:"${own}"`), [own]);
    assert.deepEqual(await found('machine:work'), []);
  });

  it('opens the transcripts of an account as files of this computer', async () => {
    const id = 'b0000000-0000-4000-8000-000000000001';
    await spend(work, id, 300);
    await desk.showAccounts(work);
    const { machineId } = await desk.connected();
    const sessionId = `${machineId}/${id}`;
    const { board, hub } = desk.link;
    await until(
      () => hub.call('pastSession', { sessionId }),
      ({ transcriptPath }) => assert.ok(transcriptPath.startsWith(work)),
    );
    const sessions = new ReadableSessions(board, hub, silentLog);
    const readPart = () => Promise.reject(new Error('The file is on this computer'));
    const target = { sessionId };
    const file = transcriptFile({ target, sessions, configHome: desk.home, readPart });
    const { bytes, path: opened } = await file.open();
    await bytes.close();
    assert.equal(opened, path.join(work, 'projects', '-home-dev-shop', `${id}.jsonl`));
  });

  it('shows the terminal of an account’s session in the window that has it', async function () {
    if (process.platform !== 'linux') skip(this, 'it follows the processes of Linux');
    const client = startPlaceholder();
    const registry = path.join(work, 'sessions');
    await fs.mkdir(registry);
    const head = registryHead(client, hookSession, '/home/dev/shop', Date.now());
    await fs.writeFile(
      path.join(registry, `${client.pid}.json`),
      JSON.stringify({ ...head, status: 'busy', statusUpdatedAt: Date.now() }),
    );
    try {
      await desk.showAccounts(work);
      await desk.connected();
      const { sessionId } = await desk.session(({ pid }) => assert.equal(pid, client.pid));
      const { line, hub } = desk.link;
      const orders: Order[] = [];
      line.onDidReceiveOrder((order) => {
        orders.push(order);
        void line.answer(order, true);
      });
      line.sendPresence(aPresence({ terminals: [process.pid], folders: ['/home/dev/shop'] }));
      await until(
        () => hub.call('show', { sessionId }),
        (shown) =>
          assert.deepEqual(shown, { kind: 'shown', window: line.id, folders: ['/home/dev/shop'] }),
      );
      const [order] = orders;
      assert.ok(order?.type === 'showTerminal');
      assert.deepEqual([order.sessionId, order.terminal], [sessionId, process.pid]);
    } finally {
      client.kill();
    }
  });

  it('keeps the cards of an account whose process was killed, and has it back by itself', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    await prompt(work, 'Before');
    await shows('Before', shownHere('work'));
    process.kill(await hubPid(work), 'SIGKILL');
    await desk.card(({ status }) => assert.equal(status, 'away'));
    await shows('Before', ({ machine }) => assert.notEqual(machine?.away, undefined));
    await desk.connected();
    await prompt(work, 'After');
    await shows('After', shownHere('work'));
    assert.equal(desk.link.board.sessions.length, 1);
  });

  it('ends the process of an account with its own hub', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    const pid = await hubPid(work);
    await desk.link.shutdown();
    await until(
      () => isThere(pid),
      (isLeft) => assert.equal(isLeft, false),
    );
  });

  it('has a home once that is listed twice, through a link, and its own never', async () => {
    const link = path.join(path.dirname(work), 'link');
    await fs.symlink(work, link);
    await desk.showAccounts(work, link, work, desk.home);
    const faults = await until(
      () => desk.link.board.summary.machines?.map(({ status, fault }) => fault ?? status) ?? [],
      (all) => assert.deepEqual(all.toSorted(), ['connected', 'same']),
      60_000,
    );
    assert.equal(faults.length, 2);
    await prompt(work, 'Once');
    await shows('Once', ({ machine }) => assert.equal(machine?.away, undefined));
    assert.equal(desk.link.board.sessions.length, 1);
  });

  it('follows the hub of another window that serves the home', async () => {
    const other = await Desk.start(script.file, { ports: hubPorts, home: work });
    try {
      const pid = await hubPid(work);
      assert.equal(pid, process.pid);
      await desk.showAccounts(work);
      await desk.connected();
      await prompt(work, 'Served');
      await shows('Served', shownHere('work'));
      assert.equal(await hubPid(work), pid);
      assert.equal(other.link.board.sessions.length, 1);
    } finally {
      await other.link.shutdown();
    }
  });

  it('creates nothing in a folder that is missing, a file, or not a config home', async () => {
    const base = path.dirname(work);
    const [missing, file, unused] = ['missing', 'file', 'unused'].map((name) =>
      path.join(base, name),
    ) as [string, string, string];
    await fs.writeFile(file, '');
    await fs.mkdir(unused);
    await desk.showAccounts(missing, file, unused, work);
    const reasons = ['missing', 'notAFolder', 'unused'];
    for (const [at, reason] of reasons.entries()) {
      await desk.card(({ fault, detail }) => assert.deepEqual([fault, detail], ['home', reason]), {
        at,
      });
    }
    await desk.connected(3);
    assert.deepEqual(await fs.readdir(unused), []);
    await assert.rejects(fs.stat(missing));
  });

  it('says of an unreadable home that it can’t be read, and has it once it can', async () => {
    // Root may read every folder, but not this one.
    const loop = path.join(path.dirname(work), '.claude-loop');
    await fs.symlink(loop, loop);
    await desk.showAccounts(loop);
    const { key } = await desk.card(({ fault, detail }) =>
      assert.deepEqual([fault, detail], ['home', 'unreadable']),
    );
    await fs.rm(loop);
    await fs.symlink(work, loop);
    await desk.link.hub.call('retryMachine', { key });
    await desk.connected();
  });

  it('opens no credentials of any account and runs no keychain’s program', async () => {
    const log = path.join(path.dirname(work), 'recorded');
    const recorder = path.join(path.dirname(work), 'recorder.cjs');
    await fs.writeFile(recorder, recorderCode(log));
    for (const home of [desk.home, work]) {
      await fs.writeFile(path.join(home, '.credentials.json'), '{"claudeAiOauth":{}}');
      await fs.writeFile(path.join(home, '.claude.json'), '{"oauthAccount":{}}');
    }
    await spend(work, 'b0000000-0000-4000-8000-000000000001', 300);
    const before = process.env['NODE_OPTIONS'];
    await desk.link.shutdown();
    process.env['NODE_OPTIONS'] = `--require ${JSON.stringify(recorder)}`;
    try {
      desk = await Desk.start(script.file, { ports: hubPorts, home: desk.home });
    } finally {
      if (before === undefined) delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = before;
    }
    await desk.showAccounts(work);
    await desk.connected();
    await prompt(work, 'There');
    await shows('There', shownHere('work'));
    await until(
      () => desk.link.board.summary.machines?.[0]?.tokensToday,
      (tokens) => assert.equal(tokens, 300),
    );
    const recorded = (await fs.readFile(log, 'utf8')).split('\n');
    assert.ok(recorded.some((line) => line.includes('b0000000-0000-4000-8000-000000000001.jsonl')));
    assert.deepEqual(
      recorded.filter((line) => /credential|\.claude\.json|keychain|\bsecurity\b/iu.test(line)),
      [],
    );
  });

  it('keeps the cards of a home that is removed meanwhile, and does not create it again', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    await prompt(work, 'Kept');
    await shows('Kept', shownHere('work'));
    const moved = `${work}-moved`;
    await fs.rename(work, moved);
    await desk.card(({ fault, detail }) => assert.deepEqual([fault, detail], ['home', 'missing']), {
      ms: 60_000,
    });
    await shows('Kept', ({ machine }) => assert.notEqual(machine?.away, undefined));
    await assert.rejects(fs.stat(work));
    await fs.rename(moved, work);
    await desk.link.hub.call('retryMachine', { key: (await desk.card(() => undefined)).key });
    await desk.connected();
    await prompt(work, 'Back');
    await shows('Back', shownHere('work'));
  });

  it('keeps its accounts where an older window sets its machines only', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    await desk.show({ name: 'gpu', command: ['no-such-program-at-all'] });
    await desk.card(({ fault }) => assert.equal(fault, 'command'), { at: 1 });
    await desk.connected();
  });
});

/** A config home with that folder name in a folder of its own. */
async function accountHome(name: string): Promise<string> {
  const home = path.join(await tempHome(), name);
  await fs.mkdir(path.join(home, 'projects'), { recursive: true, mode: 0o700 });
  return home;
}

/**
 * Code that Node runs before a program and in each of its threads: it writes every path that is
 * opened and every program that is started to a file.
 */
function recorderCode(log: string): string {
  return `
    const fs = require('node:fs');
    const write = fs.writeSync, file = fs.openSync(${JSON.stringify(log)}, 'a');
    const record = (target, name) => {
      const real = target[name];
      target[name] = function (first, ...rest) {
        write(file, name + ' ' + String(first) + '\\n');
        return real.call(this, first, ...rest);
      };
    };
    for (const name of ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream', 'copyFile', 'copyFileSync']) record(fs, name);
    for (const name of ['open', 'readFile', 'copyFile']) record(fs.promises, name);
    const programs = require('node:child_process');
    for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) record(programs, name);
    require('node:module').syncBuiltinESMExports();
  `;
}

/** Writes the transcript of a session that used so many tokens now. */
async function spend(home: string, sessionId: string, tokens: number): Promise<void> {
  const folder = path.join(home, 'projects', '-home-dev-shop');
  await fs.mkdir(folder, { recursive: true });
  const about = { sessionId, cwd: '/home/dev/shop', timestamp: new Date().toISOString() };
  const lines = [
    { ...about, type: 'user', uuid: 'u', message: { role: 'user', content: 'Go' } },
    {
      ...about,
      type: 'assistant',
      uuid: 'a',
      parentUuid: 'u',
      message: {
        id: `msg_${sessionId}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 0, output_tokens: tokens },
      },
    },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await fs.writeFile(path.join(folder, `${sessionId}.jsonl`), text);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
