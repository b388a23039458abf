import assert from 'node:assert/strict';
import { MachineConnection } from '../../../../src/extension/hub/machines/connection/machineConnection';
import type { MachineEnd } from '../../../../src/extension/hub/machines/connection/machineFault';
import { machineWay } from '../../../../src/extension/hub/machines/connection/machineWay';
import { aDesk, standIn } from '../../../support/machines/standIn';

describe('The connection to a machine whose program answers', function () {
  this.timeout(60_000);
  let connection: MachineConnection | undefined;
  afterEach(() => connection?.dispose());

  /** Frames that come, by their type, until it ends. */
  function begin(code: string): Promise<{ readonly frames: string[]; readonly end: MachineEnd }> {
    const way = machineWay({ command: standIn(code) });
    assert.ok(way);
    const frames: string[] = [];
    return new Promise((resolve) => {
      connection = new MachineConnection({
        way,
        desk: aDesk,
        listener: {
          onFrame: ({ type }) => frames.push(type),
          onSkew: () => undefined,
          onEnd: (end) => resolve({ frames, end }),
        },
        hubPatienceMs: 1_500,
      });
    });
  }
  const lastWords = `process.stderr.write('warn: No room on the disk.\\n');`;

  it('ends where there is never a hub, and hands on what was said last', async () => {
    const { frames, end } = await begin(`${lastWords} greet(); beat();`);
    assert.deepEqual([frames, end], [[], { fault: 'hub', detail: 'No room on the disk.' }]);
  });

  it('ends where the hub goes and no other comes', async () => {
    const { frames, end } = await begin(`greet(); beat(); hello(); say({ type: 'pause' });`);
    assert.deepEqual([frames, end.fault], [['hello', 'pause'], 'hub']);
  });

  it('stays where the next hub comes in time', async () => {
    const code = `greet(); beat(); hello(); say({ type: 'pause' }); hello(); setTimeout(() => process.exit(0), 4_000);`;
    const { frames, end } = await begin(code);
    assert.deepEqual([frames, end.fault], [['hello', 'pause', 'hello'], 'ended']);
  });
});
