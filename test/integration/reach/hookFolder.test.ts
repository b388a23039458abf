import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { HookFolder } from '../../../src/extension/hub/reach/hookFolder';
import type { HookHeaders } from '../../../src/extension/hub/serve/hookHeaders';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import { assertSilent, isInstalled, relayScript, runRelay, shells } from '../relay/relayRun';
import { waitFixedTime } from '../../support/waitFixedTime';

const aHook = (sessionId: string, prompt = 'Go'): string =>
  JSON.stringify({ session_id: sessionId, cwd: '/x', hook_event_name: 'UserPromptSubmit', prompt });

/** Resolution of the system's uptime (10 ms) plus the same for rounding, in ms. */
const tickMs = 20;
/** Longer than a hub waits for a change of its folder to be reported, in ms. */
const stillMs = 1_200;

describe('The folder in which the relay leaves events', () => {
  before(function () {
    if (process.platform !== 'linux') skip(this, 'Linux alone tells of a new file at once.');
  });

  describe('of a running hub', () => {
    let hub: TestHub;
    let folder: string;
    beforeEach(async () => {
      hub = await TestHub.start();
      const ours = path.join(hub.home, 'mission-control');
      const [, name = ''] =
        fs.readFileSync(path.join(ours, 'relay.conf'), 'utf8').match(/^# events (\S+)/mu) ?? [];
      folder = path.join(ours, name);
    });
    afterEach(() => hub.dispose());

    /** Runs the relay without curl, so that it has to leave a file. */
    const leave = async (
      command: readonly [string, ...string[]],
      input: string | Buffer,
    ): Promise<void> => {
      const bin = path.join(hub.home, 'bin');
      fs.mkdirSync(bin, { recursive: true });
      if (!fs.existsSync(path.join(bin, 'cat'))) fs.symlinkSync('/bin/cat', path.join(bin, 'cat'));
      const env = {
        PATH: bin,
        CLAUDE_CONFIG_DIR: hub.home,
        CLAUDE_CODE_ENTRYPOINT: 'cli',
        CLAUDE_PID: String(process.pid),
      };
      assertSilent(await runRelay({ command, env, input }));
    };
    const pathOf = (shell: string): string =>
      ['/bin', '/usr/bin']
        .map((bin) => path.join(bin, shell))
        .find((file) => fs.existsSync(file)) ?? shell;

    for (const [shell, ...rest] of shells) {
      it(`takes one of any size, and nothing of it stays, run by ${[shell, ...rest].join(' ')}`, async function () {
        if (!isInstalled(shell)) skip(this, `${shell} is not installed`);
        const command = [pathOf(shell), ...rest, relayScript] as const;
        // A separate session for each call, since one process runs one session at a time.
        for (const [id, prompt] of [
          ['small', 'Go'],
          ['large', '日本 ü "\\ '.repeat(100_000)],
        ] as const) {
          await leave(command, aHook(id, prompt));
          const { agentState } = await hub.waitFor(id, () => undefined);
          assert.deepEqual([agentState.state, agentState.source], ['thinking', 'hook']);
        }
        assert.deepEqual(fs.readdirSync(folder), []);
      });
    }

    it('is this user’s alone, and so is what lies in it', () => {
      assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
      const mask = '[ "$(umask)" = 0077 ] || exit 3';
      const script = `cat() { command cat >/dev/null; ${mask}; }; . '${relayScript}'`;
      return leave([pathOf('sh'), '-c', script], aHook('masked'));
    });

    it('counts no event twice, none that is unfinished, and gives up what never ends', async () => {
      const name = (which: number): string => path.join(folder, `1760000000000__1_1_cli_${which}`);
      const [first, second] = [aHook('cut').slice(0, 20), aHook('cut').slice(20)];
      fs.writeFileSync(name(1), first);
      fs.writeFileSync(name(2), '{"never');
      fs.utimesSync(name(2), new Date(0), new Date(0));
      fs.writeFileSync(name(3), 'no JSON at all }');
      fs.utimesSync(name(3), new Date(0), new Date(0));
      await until(
        () => fs.readdirSync(folder),
        (names) => assert.deepEqual(names, [path.basename(name(1))]),
      );
      assert.equal(await hub.session('cut'), undefined);
      fs.appendFileSync(name(1), second);
      await hub.waitFor('cut', () => undefined);
      assert.deepEqual(fs.readdirSync(folder), []);
    });

    it('follows no link, opens no pipe, and leaves what is none of the relay’s', async () => {
      const secret = path.join(hub.home, 'secret.json');
      fs.writeFileSync(secret, aHook('linked'));
      fs.symlinkSync(secret, path.join(folder, '1760000000000__1_1_cli_7'));
      fs.writeFileSync(path.join(folder, 'notes.txt'), aHook('notes'));
      fs.writeFileSync(path.join(folder, '1760000000000__1_1_cli_8'), aHook('after'));
      await hub.waitFor('after', () => undefined);
      assert.equal(await hub.session('linked'), undefined);
      assert.equal(await hub.session('notes'), undefined);
      assert.ok(fs.existsSync(secret));
    });

    it('is left alone by a relay whose hub is gone, though a process has its number', async () => {
      const conf = path.join(hub.home, 'mission-control', 'relay.conf');
      const text = fs.readFileSync(conf, 'utf8');
      const stranger = text.replace(/^(# events \S+) \d+$/mu, '$1 1');
      assert.notEqual(stranger, text);
      fs.writeFileSync(conf, stranger);
      await leave([pathOf('sh'), relayScript], aHook('stranger'));
      assert.deepEqual(fs.readdirSync(folder), []);
      assert.equal(await hub.session('stranger'), undefined);
    });

    it('is passed over for the socket where nothing can be written', async () => {
      const conf = path.join(hub.home, 'mission-control', 'relay.conf');
      fs.writeFileSync(
        conf,
        fs.readFileSync(conf, 'utf8').replace(/^# events \S+/mu, '# events nowhere'),
      );
      const env = { PATH: process.env['PATH'], CLAUDE_CONFIG_DIR: hub.home };
      assertSilent(await runRelay({ command: ['sh', relayScript], env, input: aHook('called') }));
      await hub.waitFor('called', () => undefined);
    });

    it('is made again where somebody took it away', async () => {
      fs.rmSync(folder, { recursive: true });
      await until(
        () => fs.existsSync(folder),
        (isThere) => assert.ok(isThere),
      );
      await leave([pathOf('sh'), relayScript], aHook('again'));
      await hub.waitFor('again', () => undefined);
    });

    it('goes with the hub', async () => {
      await hub.close();
      assert.ok(!fs.existsSync(folder));
    });
  });

  it('that a crash left is taken away by the next hub', async () => {
    const home = await tempHome();
    const dead = await HubProcess.start(home, 0);
    await dead.kill();
    const folders = (): readonly string[] =>
      fs.readdirSync(path.join(home, 'mission-control')).filter((name) => name.endsWith('.events'));
    const [left] = folders();
    assert.ok(left !== undefined);
    const hub = await TestHub.start(home);
    assert.equal(folders().length, 1);
    assert.ok(!folders().includes(left));
    await hub.close();
    await removeHome(home);
  });

  describe('by itself', () => {
    let home: string;
    let parent: PrivateFolder;
    let taken: HookHeaders[];
    beforeEach(async () => {
      home = await tempHome();
      parent = new PrivateFolder(path.join(home, 'mission-control'));
      await parent.ensure();
      taken = [];
    });
    afterEach(() => removeHome(home));

    const open = (platform: NodeJS.Platform = 'linux'): Promise<HookFolder | undefined> =>
      HookFolder.open(
        parent,
        'hub-00000000.sock',
        (_body, origin) => taken.push(origin),
        silentLog,
        platform,
      );
    const put = (name: string): void =>
      fs.writeFileSync(parent.file(`hub-00000000.events/${name}`), '{}');
    const isTaken = (count: number): Promise<unknown> =>
      until(
        () => taken.length,
        (length) => assert.equal(length, count),
      );

    it('tells who sent an event, and when', async () => {
      const events = await open();
      put('1760000000000__4711_42_sdk-ts_9');
      const before = Date.now();
      put(`_${os.uptime().toFixed(2)}_____9`);
      put(`_${os.uptime().toFixed(2)}____9`);
      await isTaken(2);
      const [full, bare] = taken;
      const who = { pid: 4711, parentPid: 42, entrypoint: 'sdk-ts' };
      assert.deepEqual(full, { ...who, sentAt: 1_760_000_000_000, again: false });
      const { sentAt = 0 } = bare ?? {};
      assert.ok(Math.abs(sentAt - before) <= Date.now() - before + tickMs, String(sentAt - before));
      assert.deepEqual([bare?.pid, bare?.entrypoint], [undefined, undefined]);
      await events?.close();
    });

    it('is used although the hub’s thread stood still while the system reported the probe', async () => {
      const opening = open();
      const probe = parent.file('hub-00000000.events/probe');
      while (!fs.existsSync(probe)) await turn();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stillMs);
      const events = await opening;
      assert.ok(events, 'No change is said to be told');
      await events.close();
    });

    it('is offered on Linux alone', async () => {
      assert.equal(await open('darwin'), undefined);
      assert.equal(await open('win32'), undefined);
    });

    it('is read in the order in which its events were sent', async () => {
      const events = await open();
      // A directory listing is sorted as text: 10 before 9.
      for (let second = 5; second < 15; second += 1) put(`_${second}.00____7`);
      await events?.close(); // Before the system reports any of the files.
      const times = taken.map(({ sentAt }) => sentAt ?? 0);
      assert.equal(times.length, 10);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    });

    it('is watched anew where another one has its name', async () => {
      const events = await open();
      fs.rmSync(parent.file('hub-00000000.events'), { recursive: true });
      fs.mkdirSync(parent.file('hub-00000000.events'), { mode: 0o700 });
      // Time for the system to report that the watched folder is gone; a person would take longer
      // to replace it.
      await waitFixedTime(50);
      await events?.restore();
      put('1760000000000__1_1_cli_1');
      await isTaken(1);
      await events?.close();
    });
  });
});
