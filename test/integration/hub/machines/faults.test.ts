import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../../src/extension/link/hubLink';
import { silentLog } from '../../../../src/extension/util/log';
import { hubPorts } from '../../../../src/shared/protocol/protocol';
import { isOnPath } from '../../../support/editor/command';
import { freePorts } from '../../../support/hub/wire/freePorts';
import { aHook } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { Desk } from '../../../support/machines/desk';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { standIn } from '../../../support/machines/standIn';
import { skip } from '../../../support/skip';
import { until } from '../../../support/until';

describe('A board with machines that fail', function () {
  this.timeout(120_000);
  let script: HubScript;
  let desk: Desk;
  let there: OtherMachine;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());
  beforeEach(async () => {
    // One of the connections leads to this hub itself, which it finds only at these ports.
    desk = await Desk.start(script.file, { ports: hubPorts });
    there = await OtherMachine.make('gpu', script.file);
  });
  afterEach(async () => {
    await desk.stop();
    await there.remove();
  });

  const prompt = async (home: string, text: string): Promise<void> =>
    postHook(await hubTarget(home), aHook('UserPromptSubmit', { prompt: text }));
  const shows = (text: string, machine: string | undefined = 'gpu') =>
    desk.session((session) => {
      assert.equal(session.lastPrompt, text);
      assert.equal(session.machine?.name, machine);
      assert.equal(session.machine?.away, undefined);
    });
  const window = async (home: string): Promise<HubLink> => {
    const about = { configHome: home, script: script.file, log: silentLog };
    const link = new HubLink({ ...about, ports: await freePorts(2) });
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    return link;
  };

  it('has one that two lines lead to once, and this computer never', async () => {
    const again = { ...there.setting, name: 'again', command: ['env', '-u', 'NOTHING'] };
    const self = { name: 'self', command: ['env'], configHome: desk.home };
    await desk.show(there.setting, again, self);
    await desk.card(({ fault }) => assert.equal(fault, 'same'), { at: 2 });
    const faults = await until(
      () => desk.link.board.summary.machines?.map(({ status, fault }) => fault ?? status) ?? [],
      (all) => assert.deepEqual(all.toSorted(), ['connected', 'same', 'same']),
      60_000,
    );
    assert.equal(faults[2], 'same');
    // The interrupted connection may have hosted the machine's hub, so hooks fail until the next
    // one runs.
    await until(
      () => prompt(there.home, 'Train it'),
      () => undefined,
    );
    await desk.session(({ lastPrompt }) => assert.equal(lastPrompt, 'Train it'));
    assert.equal(desk.link.board.sessions.length, 1);
  });

  for (const [offset, zone] of [
    ['+3h', 'Asia/Tokyo'],
    ['-2d', 'America/Los_Angeles'],
  ] as const) {
    it(`has the times of one whose clock is off by ${offset}, in ${zone}, by its own`, async function () {
      if (!(await isOnPath('faketime'))) skip(this, 'faketime is not installed');
      const command = ['env', `TZ=${zone}`, 'faketime', '-f', offset];
      await desk.show({ ...there.setting, command });
      await desk.connected();
      const began = Date.now();
      await prompt(there.home, 'Train it');
      await prompt(desk.home, 'Do it here');
      const far = await shows('Train it');
      const near = await until(
        () => desk.link.board.sessions.find(({ machine }) => machine === undefined),
        (session) => assert.ok(session),
      );
      for (const time of [far.stateSince, far.lastActivityAt, far.startedAt]) {
        const off = Math.abs(Date.parse(time) - Date.parse(near?.stateSince ?? ''));
        assert.ok(off <= Date.now() - began, `${time} is off by ${off} ms`);
      }
    });
  }

  it('goes on where another window takes the hub of the machine over', async () => {
    const first = await window(there.home);
    await desk.show(there.setting);
    await desk.connected();
    await prompt(there.home, 'Before');
    await shows('Before');
    await first.shutdown();
    await until(
      () => prompt(there.home, 'After'),
      () => undefined,
    );
    await shows('After');
  });

  it('goes on where another window takes the hub of the desk over', async () => {
    const wish = { machines: [there.setting], label: 'the desk' };
    await desk.show(there.setting);
    await desk.connected();
    await prompt(there.home, 'Before');
    await shows('Before');
    const second = await window(desk.home);
    second.repeatedCalls.storeCall('setMachines', wish);
    await desk.link.shutdown();
    try {
      await until(
        () => second.board.summary.machines?.[0]?.status,
        (status) => assert.equal(status, 'connected'),
      );
      await prompt(there.home, 'After');
      await until(
        () => second.board.sessions[0]?.lastPrompt,
        (last) => assert.equal(last, 'After'),
      );
    } finally {
      await second.shutdown();
    }
  });

  it('leaves no command behind when its hub ends, not even a stopped one', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells that a process is stopped');
    const file = path.join(desk.home, 'stopped.pid');
    const code = `greet(); hello(); board(session); require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setTimeout(() => process.kill(process.pid, 'SIGSTOP'), 300);`;
    await desk.show({ name: 'stopped', command: standIn(code) });
    const pid = await until(
      async () => Number(await readFile(file, 'utf8')),
      (number) => assert.ok(number > 0),
    );
    await until(
      async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0],
      (state) => assert.equal(state, 'T'),
    );
    await desk.link.shutdown();
    try {
      await until(
        () => isThere(pid),
        (isLeft) => assert.equal(isLeft, false),
      );
    } finally {
      if (isThere(pid)) process.kill(pid, 'SIGKILL');
    }
  });

  it('has the good ones and its own among twenty that hang, end, shout and flood', async () => {
    const session = `greet(); hello({ as: ID }); board(session); beat();`;
    const flood = `const part = (JSON.stringify({ type: 'stream', event: { type: 'sessions', data: [session] } }) + '\\n').repeat(200); pour('stdout', part);`;
    const kinds: Readonly<Record<string, string>> = {
      silent: 'setInterval(() => undefined, 1000);',
      stopped: `${session} setTimeout(() => process.kill(process.pid, 'SIGSTOP'), 300);`,
      ended: 'process.exit(1);',
      floods: `${session} ${flood}`,
      shouts: `pour('stderr', 'x'.repeat(10_000) + '\\n');`,
      good: session,
    };
    // One machine of each kind is enough; a second would take the same path.
    const quiet = ['silent', 'stopped', 'ended', 'good'];
    const names = [
      'floods',
      'shouts',
      ...Array.from({ length: 17 }, (_, at) => quiet[at % 4] ?? ''),
    ];
    const others = names.map((name, at) => {
      const id = `'${String(at).padStart(16, '0')}'`;
      return {
        name: `${name} ${at}`,
        command: standIn(`${kinds[name]?.replace('ID', id)} // ${at}`),
      };
    });
    await desk.show(...others, there.setting);
    await desk.connected(19);
    for (const text of ['One', 'Two', 'Three']) {
      await prompt(there.home, text);
      await shows(text);
      await prompt(desk.home, text);
      await desk.session(({ lastPrompt, machine }) => {
        assert.equal(machine, undefined);
        assert.equal(lastPrompt, text);
      });
    }
    for (const at of [5, 9, 13, 17]) await desk.connected(at);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
