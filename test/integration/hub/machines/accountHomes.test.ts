import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { hubPorts, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { silentLog } from '../../../../src/extension/util/log';
import { removeTraces } from '../../../../src/extension/hookInstaller/traces';
import { accountCommandLine } from '../../../../src/extension/hub/machines/connection/accountCommandLine';
import { HubLink } from '../../../../src/extension/link/hubLink';
import { aHook } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { removeHome } from '../../../support/hub/tempHome';
import { accountHome, isThere } from '../../../support/machines/accountHome';
import { Desk } from '../../../support/machines/desk';
import { aDesk } from '../../../support/machines/standIn';
import { until } from '../../../support/until';

describe('The config home of an account', function () {
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

  it('writes nothing after everything of ours was removed there, until it is tried again', async () => {
    await desk.showAccounts(work);
    const { key } = await desk.connected();
    await removeTraces(work);
    await desk.card(({ fault, detail }) => assert.deepEqual([fault, detail], ['home', 'removed']));
    assert.deepEqual(await fs.readdir(work), ['projects']);
    await desk.link.hub.call('retryMachine', { key });
    await desk.connected();
  });

  it('leaves nothing in the homes of others where a following window removes everything', async () => {
    await desk.showAccounts(work);
    await desk.connected();
    const pid = await hubPid(work);
    const follower = new HubLink({
      configHome: desk.home,
      script: script.file,
      log: silentLog,
      ports: hubPorts,
    });
    try {
      follower.start();
      await until(
        () => follower.board.connection,
        (connection) => assert.equal(connection, 'live'),
      );
      await follower.whileStopped(async () => {
        for (const home of [desk.home, work]) await removeTraces(home);
      });
      await until(
        () => [desk.link.board.connection, follower.board.connection, isThere(pid)],
        (now) => assert.deepEqual(now, ['off', 'off', false]),
      );
      assert.deepEqual(await fs.readdir(work), ['projects']);
      assert.deepEqual(await fs.readdir(desk.home), []);
    } finally {
      await follower.shutdown();
    }
  });

  it('is left by its process when the process that started it is killed', async () => {
    const { file, args, env } = accountCommandLine(work, path.dirname(script.file));
    const parentCode = `
      const { spawn } = require('node:child_process');
      const env = { ...process.env, ...${JSON.stringify(env)} };
      const child = spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.write(${JSON.stringify(`${JSON.stringify(aDesk)}\n`)});
      setInterval(() => undefined, 1000);
    `;
    const parent = spawn(process.execPath, ['-e', parentCode], { stdio: 'ignore' });
    try {
      const pid = await until(
        () => hubPid(work),
        (number) => assert.ok(number > 0),
      );
      parent.kill('SIGKILL');
      await until(
        () => isThere(pid),
        (isLeft) => assert.equal(isLeft, false),
        20_000, // Less than the silence after which it would end in any case.
      );
    } finally {
      parent.kill('SIGKILL');
    }
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
});
