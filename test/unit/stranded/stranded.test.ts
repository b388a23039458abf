import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { mock } from 'node:test';
import type { Window } from '../../../src/extension/hub/attention/windows';
import { sameEndMs } from '../../../src/extension/hub/stranded/fate';
import { Stranded } from '../../../src/extension/hub/stranded/stranded';
import type { ProcessGoneEvent } from '../../../src/extension/hub/domain/facts/event';
import { Emitter } from '../../../src/extension/util/emitter';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aWindow } from '../../support/hub/aWindow';
import { aHookEvent } from '../../support/hub/hooks';
import { aSession } from '../../support/sessionBuilder';

const boot = { id: 'the only one', at: 0 };

describe('The stranded sessions that a hub stores for the next one', () => {
  let root: string;
  let offered: readonly string[];
  let windows: readonly Window[];
  let runners: Set<string>;
  let hasOthers: boolean;
  /** Shell of each client, by process id. */
  const shells = new Map<number, number>();
  let stranded: Stranded;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-stranded-'));
    windows = [];
    runners = new Set();
    hasOthers = false;
    shells.clear();
    stranded = open();
  });
  afterEach(async () => {
    await stranded.close();
    mock.timers.reset();
    rmSync(root, { recursive: true, force: true });
  });

  function open(): Stranded {
    offered = [];
    const opened = new Stranded({
      folder: new PrivateFolder(root),
      onError: (error) => assert.fail(String(error)),
      boot,
      host: 'this one',
      hasOthers: () => hasOthers,
      board: {
        get: (sessionId) => endedSession(sessionId),
        onDidChange: new Emitter<void>().event,
        flushSoon: () => (offered = opened.summaryAt().stranded ?? []),
      },
      windows: {
        get present() {
          return windows;
        },
      },
      runners,
      processes: { isAlive: () => Promise.resolve(false) },
      ancestry: (pid) =>
        Promise.resolve([
          { pid, name: 'claude' },
          { pid: shells.get(pid) ?? 1, name: 'sh' },
        ]),
    });
    opened.startOffering();
    return opened;
  }

  function endedSession(sessionId: string): LiveSession {
    const state = { group: 'delivered', state: 'session_ended', label: 'Closed' } as const;
    const lastActivityAt = new Date(0).toISOString();
    const { pid: _none, ...session } = aSession({ sessionId, lastActivityAt, agentState: state });
    return session;
  }

  function runs(sessionId: string, pid: number, entrypoint = 'cli'): void {
    const at = Date.now();
    const process = { pid, procStart: `${pid}`, statusAt: at, startedAt: at, entrypoint };
    stranded.applyEvent({ type: 'processSeen', sessionId, at, process });
  }

  function ends(sessionId: string, pid: number, how: ProcessGoneEvent['how'] = 'exited'): void {
    stranded.applyEvent({ type: 'processGone', sessionId, at: Date.now(), pid, how });
  }

  /** Lets pending work complete. */
  const pendingWorkDone = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

  /** Starts the next hub on the same machine, where no process is left. */
  async function nextHub(): Promise<void> {
    await stranded.close();
    stranded = open();
    await stranded.load();
    await stranded.resolvePreviousHub([]);
  }

  it('are offered if they ended together with their window', async () => {
    await stranded.resolvePreviousHub([]);
    shells.set(10, 5).set(11, 6);
    windows = [aWindow('first', { terminals: [5, 6] })];
    runs('one', 10);
    runs('two', 11);
    await pendingWorkDone();
    windows = [];
    ends('one', 10);
    mock.timers.tick(3_000);
    ends('two', 11);
    mock.timers.tick(sameEndMs - 1);
    assert.deepEqual(offered, ['one']);
    mock.timers.tick(1);
    assert.deepEqual(offered, ['one', 'two']);
  });

  it('are not offered if a person closed them, or if a server ran them', async () => {
    await stranded.resolvePreviousHub([]);
    shells.set(10, 5).set(11, 6);
    windows = [aWindow('first', { terminals: [5, 6] })];
    runs('one', 10);
    const at = Date.now();
    const process = { pid: 11, statusAt: at, startedAt: at, isShared: true };
    stranded.applyEvent({ type: 'processSeen', sessionId: 'two', at, process });
    await pendingWorkDone();
    const gone = { type: 'processGone', at, how: 'exited' } as const;
    stranded.applyEvent({ ...gone, sessionId: 'one', pid: 10, isDeliberate: true });
    windows = [];
    ends('two', 11, 'killed');
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, []);
  });

  it('are not offered if their window is still open, even after the next hub has started', async () => {
    await stranded.resolvePreviousHub([]);
    shells.set(10, 5);
    windows = [aWindow('first', { terminals: [5] })];
    runs('one', 10);
    await pendingWorkDone();
    await nextHub();
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, []);
    assert.match(readFileSync(path.join(root, 'stranded.json'), 'utf8'), /"first"/);
  });

  it('are offered by the next hub if their window does not reconnect', async () => {
    await stranded.resolvePreviousHub([]);
    shells.set(10, 5);
    windows = [aWindow('first')];
    runs('one', 10);
    runs('outside', 11);
    await pendingWorkDone();
    windows = [aWindow('first', { terminals: [5] })];
    stranded.onWindowsChanged();
    windows = [];
    stranded.onWindowsChanged();
    await nextHub();
    assert.deepEqual(offered, []);
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, ['one']);
  });

  it('include all of several sessions that were killed together', async () => {
    await stranded.resolvePreviousHub([]);
    for (const [place, id] of ['one', 'two', 'three'].entries()) runs(id, 10 + place);
    for (const [place, id] of ['one', 'two', 'three'].entries()) ends(id, 10 + place, 'killed');
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, ['one', 'two', 'three']);
  });

  it('are not offered if a person ended them, however late the client reports it', async () => {
    await stranded.resolvePreviousHub([]);
    windows = [aWindow('first', { terminals: [5] })];
    for (const [sessionId, reason] of [
      ['left', 'prompt_input_exit'],
      ['signalled', 'other'],
    ] as const) {
      shells.set(10, 5);
      runs(sessionId, 10);
      await pendingWorkDone();
      stranded.applyEvent(aHookEvent(0, 'SessionEnd', { session_id: sessionId, reason }));
      runs(sessionId, 10); // The client's file is written once more before it ends.
      await pendingWorkDone();
      ends(sessionId, 10);
    }
    windows = [];
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, ['signalled']);
  });

  it('do not include one whose process switched to another session', async () => {
    await stranded.resolvePreviousHub([]);
    shells.set(10, 5);
    windows = [aWindow('first', { terminals: [5] })];
    runs('one', 10);
    ends('one', 10, 'moved');
    runs('two', 10);
    await pendingWorkDone();
    windows = [];
    ends('two', 10);
    mock.timers.tick(sameEndMs);
    assert.deepEqual(offered, ['two']);
  });

  it('include sessions of runners, but not those of scripts', async () => {
    await stranded.resolvePreviousHub([]);
    for (const [place, id] of ['script', 'early', 'late'].entries()) {
      if (id === 'early') runners.add(id);
      runs(id, 10 + place, 'sdk-cli');
    }
    runners.add('late');
    stranded.onRunnersChanged('late');
    for (const [place, id] of ['script', 'early', 'late'].entries()) ends(id, 10 + place, 'killed');
    mock.timers.tick(sameEndMs);
    assert.deepEqual([...offered].sort(), ['early', 'late']);
  });

  it('are no longer offered once they run again or a person dismissed them', async () => {
    await stranded.resolvePreviousHub([]);
    for (const [place, id] of ['one', 'two', 'three'].entries()) runs(id, 10 + place);
    for (const [place, id] of ['one', 'two', 'three'].entries()) ends(id, 10 + place, 'killed');
    mock.timers.tick(sameEndMs);
    runs('two', 20);
    assert.deepEqual(offered, ['one', 'three']);
    await stranded.stopOffering(['one', 'three', 'unknown']);
    assert.deepEqual(offered, []);
    await nextHub();
    assert.deepEqual(offered, []);
  });

  it('are not offered while they may run on another host that uses the same config home', async () => {
    const ran = { pid: 10, procStart: '10' };
    const stands = { sessionId: 'before', downAt: Date.now() };
    const stored = { boot: { id: 'another', at: 0 }, at: Date.now(), stranded: [stands] };
    const text = JSON.stringify({ ...stored, ran: [{ sessionId: 'one', ...ran }] });
    for (const [host, inCompany] of [
      ['another one', []],
      [undefined, []],
      ['this one', ['before', 'one']],
    ] as const) {
      await stranded.close();
      writeFileSync(path.join(root, 'stranded.json'), text.replace('{', `{"host":"${host}",`));
      hasOthers = true;
      stranded = open();
      await stranded.load();
      await stranded.resolvePreviousHub([]);
      assert.deepEqual(offered, inCompany, String(host));
      hasOthers = false;
      stranded.updateOffer();
      assert.deepEqual(offered, ['before', 'one'], String(host));
    }
  });

  it('do not include one whose process may run on another host that has a hub', async () => {
    runs('one', 10);
    await nextHub();
    hasOthers = true;
    mock.timers.tick(1_000);
    const at = Date.now();
    const process = { pid: 20, statusAt: at, startedAt: at, entrypoint: 'cli' };
    await stranded.resolvePreviousHub([{ sessionId: 'there', process }]);
    assert.ok(!offered.includes('there'));
    hasOthers = false;
    stranded.updateOffer();
    assert.ok(offered.includes('there'));
  });

  it('are not written to the file if it belongs to another host’s hub', async () => {
    await stranded.close();
    rmSync(path.join(root, 'stranded.json'), { force: true });
    stranded = open();
    stranded.disableStorage();
    await stranded.resolvePreviousHub([]);
    runs('one', 10);
    await stranded.close();
    assert.ok(!existsSync(path.join(root, 'stranded.json')));
  });
});
