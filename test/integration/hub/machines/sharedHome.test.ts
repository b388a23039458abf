import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { linuxProcesses } from '../../../../src/extension/hub/ingest/processes';
import { HubLink } from '../../../../src/extension/link/hubLink';
import { silentLog } from '../../../../src/extension/util/log';
import { hostFolderName } from '../../../../src/extension/util/hub/hubFolder';
import { addressIn } from '../../../../src/shared/protocol/machines/address';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { freePorts } from '../../../support/hub/wire/freePorts';
import { aHook } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { OtherHost } from '../../../support/machines/otherHost';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { idleProcess } from '../../../support/processes/processes';
import { skip } from '../../../support/skip';
import { until } from '../../../support/until';
import { assertSilent, relayScript, runRelay } from '../../relay/relayRun';
import { waitFixedTime } from '../../../support/waitFixedTime';

const version = '2.1.329';
/** Id of the session on its own host. */
const idOf = ({ sessionId }: LiveSession): string => addressIn(sessionId)?.sessionId ?? sessionId;

describe('A config home that two hosts have', function () {
  this.timeout(120_000);
  let script: HubScript;
  /** A hub without a window. */
  let plain: HubScript;
  let home: string;
  let there: OtherHost;
  let link: HubLink;
  const ends: (() => unknown)[] = [];

  before(async function () {
    if (process.platform !== 'linux') skip(this, 'Linux alone can play another host');
    const played = await OtherHost.start('probe');
    if (played === undefined) skip(this, 'this machine cannot play another host');
    await played.stop();
    script = await compiledEntry('src/extension/hub/main.ts');
    plain = await compiledEntry('test/support/hub/process/hubProcessMain.ts');
  });
  after(() => Promise.all([script?.remove(), plain?.remove()]));

  beforeEach(async () => {
    home = await tempHome();
    await fs.mkdir(path.join(home, 'sessions'));
    const host = await OtherHost.start('host-b');
    assert.ok(host);
    there = host;
    const about = { configHome: home, script: script.file, log: silentLog };
    link = new HubLink({ ...about, ports: await freePorts(2) });
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await link.shutdown();
    await there.stop();
    await removeHome(home);
  });

  /** Adds the other host to the desk's board; the desk starts a hub there. */
  async function addHost(): Promise<void> {
    const { setting } = await OtherMachine.at('b', home, script.file);
    const machine = { ...setting, command: [...there.command] };
    await link.hub.call('setMachines', { machines: [machine], label: 'the desk' });
    await until(
      () => link.board.summary.machines?.[0],
      (card) => assert.equal(card?.status, 'connected', `${card?.fault} ${card?.detail}`),
    );
  }

  /** Tokens of the hubs that share the folder, by the subfolder of each. */
  async function tokens(): Promise<Record<string, string>> {
    const folder = path.join(home, 'mission-control');
    const names = ['', ...(await fs.readdir(folder)).filter((name) => hostFolderName.test(name))];
    const read = (name: string) =>
      fs.readFile(path.join(folder, name, 'token'), 'utf8').catch(() => '');
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await read(name)] as const)),
    );
  }

  /**
   * Writes the files of a client that runs a session; the transcript is in the home that both hosts
   * share.
   */
  async function runs(
    sessionId: string,
    process: { readonly pid: number; readonly procStart: string | undefined },
  ): Promise<void> {
    const { file } = TranscriptFile.of(home, sessionId);
    const transcript = new TranscriptFile(sessionId, file, Date.now() - 60_000, version);
    await transcript.write(transcript.prompt('Add a cart'), transcript.answer('Done.'));
    const now = Date.now();
    const entry = { ...process, sessionId, cwd: '/home/dev/shop', startedAt: now, version };
    const status = { status: 'idle', statusUpdatedAt: now, kind: 'interactive', entrypoint: 'cli' };
    const name = path.join(home, 'sessions', `${process.pid}.json`);
    await fs.writeFile(name, JSON.stringify({ ...entry, ...status }));
  }

  async function startThere(sessionId: string): Promise<Awaited<ReturnType<OtherHost['idles']>>> {
    const process = await there.idles();
    await runs(sessionId, process);
    return process;
  }

  async function startHere(sessionId: string): Promise<void> {
    const child = idleProcess();
    ends.push(() => child.kill());
    await runs(sessionId, { pid: child.pid, procStart: await linuxProcesses.startOf(child.pid) });
  }

  /**
   * Waits until the session has a single card that satisfies the assertion, and checks that this
   * lasts.
   */
  async function cards(sessionId: string, assertion: (one: LiveSession) => void): Promise<void> {
    const only = (sessions: readonly LiveSession[]): void => {
      const [one, second] = sessions.filter((session) => idOf(session) === sessionId);
      assert.ok(one !== undefined && second === undefined, 'it is on the board once');
      assertion(one);
    };
    const read = (): readonly LiveSession[] => link.board.sessions;
    await until(read, only);
    await waitFixedTime(700);
    await until(read, only);
  }

  it('has a hub of each, and neither stops the other', async () => {
    await addHost();
    const hub = link.board.summary.machines?.[0]?.there?.hub;
    const seen = new Map<string, Set<string>>();
    const states = new Set<string>();
    for (let times = 0; times < 60; times += 1) {
      for (const [name, token] of Object.entries(await tokens()))
        seen.set(name, (seen.get(name) ?? new Set()).add(token));
      states.add(link.board.connection);
      await waitFixedTime(100);
    }
    assert.equal(seen.size, 2);
    for (const [name, found] of seen) assert.equal(found.size, 1, name);
    assert.deepEqual([...states], ['live']);
    assert.equal(link.board.summary.machines?.[0]?.there?.hub, hub);
    await link.hub.call('setMachines', { machines: [], label: 'the desk' });
    await until(tokens, (now) => assert.deepEqual(Object.keys(now), ['']));
  });

  it('has two hubs that stay, also after one took the place of the other', async () => {
    const ended = (await tokens())[''];
    // A hub without a heartbeat for a while, as on a suspended host, is considered gone.
    const token = await fs.open(path.join(home, 'mission-control', 'token'));
    const aging = setInterval(() => void token.utimes(0, 0), 20);
    ends.push(() => token.close());
    await there.begins([process.execPath, plain.file, home, '0']);
    await until(tokens, (now) => assert.notEqual(now[''], ended));
    clearInterval(aging);
    const both = await until(
      async () => ({ ...(await tokens()), connection: link.board.connection }),
      (now) => assert.deepEqual([Object.keys(now).length, now.connection], [3, 'live']),
    );
    await waitFixedTime(5_000);
    assert.deepEqual({ ...(await tokens()), connection: link.board.connection }, both);
  });

  it('has hooks of each host at the hub of that host', async () => {
    await addHost();
    const entry = { CLAUDE_CONFIG_DIR: home, CLAUDE_CODE_ENTRYPOINT: 'cli' };
    const hook = (session: string) =>
      JSON.stringify(aHook('UserPromptSubmit', { session_id: session, prompt: session }));
    assertSilent(await runRelay({ env: entry, input: hook('here') }));
    there.run(['sh', relayScript], entry, hook('there'));
    await cards('here', ({ machine, agentState }) =>
      assert.deepEqual([machine, agentState.source], [undefined, 'hook']),
    );
    await cards('there', ({ machine, agentState }) =>
      assert.deepEqual([machine?.name, agentState.source], ['b', 'hook']),
    );
  });

  it('has each session once: where it runs, and here when that host is lost or it ends there', async () => {
    await addHost();
    await startHere('one');
    const second = await startThere('two');
    await startThere('three');
    await cards('one', ({ machine, pid }) => {
      assert.equal(machine, undefined);
      assert.ok(pid);
    });
    for (const session of ['two', 'three']) {
      await cards(session, ({ machine, pid }) => {
        assert.equal(machine?.name, 'b');
        assert.ok(pid);
      });
    }
    // A found session has the id of its card, so it is not listed twice.
    await until(
      async () => {
        const page = await link.hub.call('history', { query: '', limit: 50 });
        return page.sessions.map(({ sessionId }) => sessionId).sort();
      },
      (ids) => assert.deepEqual(ids, link.board.sessions.map(({ sessionId }) => sessionId).sort()),
    );
    const asked = { query: 'cart', limit: 50 };
    // The other host has three seconds to answer, which suffices unless the machine is busy.
    await until(
      async () => {
        const hits: string[] = [];
        const events = link.hub.events('searchTexts', asked, AbortSignal.timeout(60_000));
        for await (const event of events)
          if (event.type === 'hit') hits.push(event.data.session.sessionId);
        return hits.sort();
      },
      (ids) => assert.deepEqual(ids, link.board.sessions.map(({ sessionId }) => sessionId).sort()),
    );
    const { summary } = link.board;
    assert.equal(summary.machines?.[0]?.sessionCount, 2);
    assert.equal(summary.stranded, undefined);
    await second.end();
    await cards('two', ({ machine, agentState }) => {
      assert.equal(machine, undefined);
      assert.equal(agentState.group, 'delivered');
    });
    await there.stop();
    await until(
      () => link.board.summary.machines?.[0]?.status,
      (status) => assert.notEqual(status, 'connected'),
    );
    await cards('three', ({ machine }) => assert.equal(machine, undefined));
    assert.equal(link.board.summary.stranded, undefined);
  });

  it('has its costs counted once', async () => {
    await fs.mkdir(path.join(home, 'projects', 'shop'), { recursive: true });
    const { file } = TranscriptFile.of(home, 'costly');
    const transcript = new TranscriptFile('costly', file, Date.now() - 2_000, version);
    const tokens = { input: 1_000, output: 1_000 };
    await transcript.write(transcript.prompt('Go'), transcript.answer('Done.', 'msg_1', tokens));
    await until(
      () => link.board.summary.totalTokensToday,
      (total) => assert.equal(total, 2_000),
    );
    await addHost();
    await until(
      () => link.board.sessions.length,
      (count) => assert.equal(count, 1),
    );
    await waitFixedTime(3_000);
    assert.equal(link.board.summary.totalTokensToday, 2_000);
    const found = await link.hub.call('history', { query: '', limit: 10 });
    const ids = found.sessions.map(({ sessionId }) => sessionId);
    assert.equal(new Set(ids.map((id) => addressIn(id)?.sessionId ?? id)).size, ids.length);
  });
});
