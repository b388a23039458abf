import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { HubLink } from '../../../src/extension/link/hubLink';
import { bundleEntry, type HubScript } from '../../support/hub/process/hubScript';
import { freePorts } from '../../support/hub/wire/freePorts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { silentLog } from '../../../src/extension/util/log';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { SecondMachine, secondMachine } from '../../tools/demo/stage/secondMachine';

describe('the second machine of the demo', function () {
  this.timeout(60_000);
  let script: HubScript;
  let home: string;
  let root: string;
  let machine: SecondMachine;
  let desk: HubLink;

  before(async function () {
    needs(this, 'sh');
    script = await bundleEntry('src/extension/hub/main.ts');
    [home, root] = await Promise.all([tempHome(), tempHome()]);
    machine = await SecondMachine.start(root, { speed: 12 });
    Object.assign(process.env, machine.env);
    const ports = await freePorts(2);
    desk = new HubLink({ configHome: home, script: script.file, log: silentLog, ports });
    desk.start();
    await until(
      () => desk.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    desk.repeatedCalls.storeCall('offerControl', {
      label: 'the desk',
      enabled: true,
      disabledProjects: [],
    });
    await desk.hub.call('setMachines', { machines: [secondMachine], label: 'the desk' });
  });
  after(async () => {
    await desk.shutdown();
    await machine.stop();
    for (const name of Object.keys(machine.env)) delete process.env[name];
    await script.remove();
    await Promise.all([removeHome(home), fs.rm(root, { recursive: true, force: true })]);
  });

  const board = () => desk.board.sessions.filter((one) => one.machine?.name === 'gpu-box');

  it('has sessions on the desk’s board, and one asks the desk', async () => {
    await until(board, (sessions) => {
      assert.equal(sessions.length, 3);
      assert.ok(sessions.some(({ pendingRequest }) => pendingRequest?.call?.answerable === true));
    });
  });

  it('is cut off, and comes back by itself', async () => {
    machine.cutOff();
    await until(board, (sessions) => {
      assert.equal(sessions.length, 3);
      assert.ok(sessions.every((one) => one.machine?.away !== undefined));
    });
    assert.ok(machine.isCutOff);
    await until(
      () => desk.board.summary.machines?.[0]?.fault,
      (fault) => assert.equal(fault, 'unreachable'),
    );
    machine.comeBack();
    await until(board, (sessions) => {
      assert.ok(sessions.some((one) => one.machine?.away === undefined));
    });
  });
});
