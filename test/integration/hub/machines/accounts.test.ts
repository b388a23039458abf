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
import { removeHome } from '../../../support/hub/tempHome';
import { accountHome, isThere, recorderCode, spend } from '../../../support/machines/accountHome';
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
      const { windowConnection, hub } = desk.link;
      const orders: Order[] = [];
      windowConnection.onDidReceiveOrder((order) => {
        orders.push(order);
        void windowConnection.answer(order, true);
      });
      windowConnection.sendPresence(
        aPresence({ terminals: [process.pid], folders: ['/home/dev/shop'] }),
      );
      await until(
        () => hub.call('show', { sessionId }),
        (shown) =>
          assert.deepEqual(shown, {
            kind: 'shown',
            window: windowConnection.id,
            folders: ['/home/dev/shop'],
          }),
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

  it('keeps its accounts where an older window sets its machines only', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    await desk.show({ name: 'gpu', command: ['no-such-program-at-all'] });
    await desk.card(({ fault }) => assert.equal(fault, 'command'), { at: 1 });
    await desk.connected();
  });
});
