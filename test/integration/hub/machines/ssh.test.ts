import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { Desk } from '../../../support/machines/desk';
import { needsSshServer, SshServer, type SshHost } from '../../../support/machines/sshServer';
import { SystemUser } from '../../../support/machines/systemUser';
import { isOnPath } from '../../../support/editor/command';
import { aHook } from '../../../support/hub/hooks';
import { bundleEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { until } from '../../../support/until';
import { skip } from '../../../support/skip';

/** Features that many servers disable and that this connection does not need. */
const settings = ['AllowTcpForwarding no', 'X11Forwarding no'];

describe('A machine behind SSH', function () {
  this.timeout(120_000);
  let script: HubScript;
  let home: string;
  let user: SystemUser;
  let server: SshServer;
  let desk: Desk;

  before(async function () {
    await needsSshServer(this);
    script = await bundleEntry('src/extension/hub/main.ts');
    home = await tempHome();
    const folder = missionControlFolder(path.join(home, '.claude'));
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(folder, 'program'), `${process.execPath}\n${script.file}\n`);
    user = await SystemUser.make(home, '/bin/bash');
    server = await SshServer.start(user, settings);
    const welcome = 'echo Welcome back, you have mail\n';
    for (const name of ['.bashrc', '.profile', '.bash_profile', '.zshenv', '.tcshrc']) {
      await fs.writeFile(path.join(home, name), welcome);
    }
    await fs.mkdir(path.join(home, '.config', 'fish'), { recursive: true });
    await fs.writeFile(path.join(home, '.config', 'fish', 'config.fish'), welcome);
    await user.own(home);
    desk = await Desk.start(script.file, { searchPath: server.searchPath });
  });
  after(async () => {
    await desk?.stop();
    await server?.dispose();
    await user?.remove();
    await script?.remove();
    if (home !== undefined) await removeHome(home);
  });
  afterEach(async () => {
    await desk.clear();
    await server.signal('SIGKILL');
  });

  const show = (host: SshHost): Promise<void> => desk.show({ name: 'gpu', ssh: host });
  const works = async (prompt: string): Promise<void> => {
    const target = await hubTarget(path.join(home, '.claude'));
    await postHook(target, aHook('UserPromptSubmit', { prompt }));
    await desk.session(({ lastPrompt }) => assert.match(lastPrompt ?? '', new RegExp(prompt)));
  };

  for (const shell of ['bash', 'dash', 'zsh', 'fish', 'tcsh']) {
    it(`is on the board where the person’s shell there is ${shell}, which greets`, async function () {
      if (!(await isOnPath(shell))) skip(this, `${shell} is not installed`);
      await user.setShell(`/bin/${shell}`);
      await show('there');
      await desk.connected();
      await works(`in ${shell}`);
    });
  }

  const faults = [
    ['keyless', 'auth', /Permission denied/],
    ['unknown', 'hostKey', /Host key verification failed/],
    ['changed', 'hostKey', /Host key verification failed/],
    ['refused', 'unreachable', /Connection refused/],
    ['nowhere', 'unreachable', /Could not resolve hostname/],
  ] as const;
  for (const [host, fault, words] of faults) {
    it(`says ${fault} of a host that is ${host}, in the words of ssh`, async () => {
      await show(host);
      const { detail } = await desk.card((card) => assert.equal(card.fault, fault));
      assert.match(detail ?? '', words);
    });
  }

  it('is on the board where a host has a command of its own in the configuration', async () => {
    await show('tmux');
    await desk.connected();
  });

  it('says where Mission Control is missing, and has it from a copy', async () => {
    const folder = missionControlFolder(path.join(home, '.claude'));
    await fs.rename(path.join(folder, 'program'), path.join(folder, 'aside'));
    try {
      await show('there');
      await desk.card(({ fault }) => assert.equal(fault, 'missing'));
      const line = { name: 'gpu', ssh: 'there' };
      await desk.link.hub.call('copyToMachine', line, AbortSignal.timeout(60_000));
      await desk.connected();
      await works('from a copy');
      assert.equal((await fs.stat(path.join(folder, 'copied', 'dist', 'hub.js'))).uid, user.uid);
    } finally {
      await fs.rename(path.join(folder, 'aside'), path.join(folder, 'program'));
      await fs.rm(path.join(folder, 'copied'), { recursive: true, force: true });
    }
  });

  it('is away where the connection is cut, and back by itself', async () => {
    await show('there');
    await desk.connected();
    await works('before the cut');
    await server.cut();
    await desk.card(({ status }) => assert.equal(status, 'away'));
    await desk.session(({ machine }) => assert.ok(machine?.away));
    await server.restart(settings);
    await desk.connected();
    await works('after the cut');
    await desk.session(({ machine }) => assert.equal(machine?.away, undefined));
  });

  it('is silent where its end of the line stands still, and back by another', async () => {
    await show('there');
    await desk.connected();
    await works('before');
    await server.signal('SIGSTOP');
    await desk.card(({ fault }) => assert.equal(fault, 'silent'));
    await desk.connected();
    await works('after');
  });

  it('opens no port but its hub’s own on loopback, and leaves nothing that runs', async () => {
    await show('there');
    await desk.connected();
    const [address, ...others] = user.listening;
    assert.match(address ?? '', /^0100007F:/);
    assert.deepEqual(others, []);
    await desk.show();
    await until(
      () => user.processes,
      (processes) => assert.deepEqual(processes, []),
      60_000,
    );
  });

  it('is reached where its administrator has a command of their own run each', async () => {
    const wrapper = path.join(server.folder, 'forced');
    await fs.writeFile(wrapper, '#!/bin/sh\necho Logged.\nexec sh -c "$SSH_ORIGINAL_COMMAND"\n', {
      mode: 0o755,
    });
    const banner = path.join(server.folder, 'banner');
    await fs.writeFile(banner, 'Authorized use only.\n');
    await server.restart([
      `ForceCommand ${wrapper}`,
      `Banner ${banner}`,
      'DisableForwarding yes',
      'PermitTTY no',
      'MaxSessions 1',
    ]);
    try {
      await show('there');
      await desk.connected();
      await works('by a wrapper');
    } finally {
      await server.restart(settings);
    }
  });
});
