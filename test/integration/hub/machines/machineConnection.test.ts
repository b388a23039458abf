import assert from 'node:assert/strict';
import { MachineConnection } from '../../../../src/extension/hub/machines/connection/machineConnection';
import type { MachineEnd } from '../../../../src/extension/hub/machines/connection/machineFault';
import { machineCommandLine } from '../../../../src/extension/hub/machines/connection/machineCommandLine';
import { ReadingShare } from '../../../../src/extension/hub/machines/connection/readingShare';
import { aDesk, standIn } from '../../../support/machines/standIn';

describe('The connection to a machine whose program answers', function () {
  this.timeout(60_000);
  let connection: MachineConnection | undefined;
  afterEach(() => connection?.dispose());

  /** Types of the frames that arrive until the connection ends. */
  function begin(
    code: string,
    share?: ReadingShare,
  ): Promise<{ readonly frames: string[]; readonly end: MachineEnd }> {
    const commandLine = machineCommandLine({ command: standIn(code) }, '');
    assert.ok(commandLine);
    const frames: string[] = [];
    return new Promise((resolve) => {
      connection = new MachineConnection({
        commandLine,
        desk: aDesk,
        listener: {
          onFrame: ({ type }) => frames.push(type),
          onSkew: () => undefined,
          onEnd: (end) => resolve({ frames, end }),
        },
        hubPatienceMs: 1_500,
        ...(share && { share }),
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

  it('ends where the program sends without a pause, after it was read for more than its share', async () => {
    // Each frame takes a millisecond of this clock, however busy the machine is.
    let now = 0;
    const share = new ReadingShare(() => (now += 1), 100);
    const many = `JSON.stringify({ type: 'stream', event: { type: 'sessions', data: [session] } }) + '\\n'`;
    const code = `greet(); hello(); board(session); pour('stdout', (${many}).repeat(100));`;
    const { frames, end } = await begin(code, share);
    assert.deepEqual(end, {
      fault: 'protocol',
      detail: 'It sends more than any board has.',
    });
    assert.ok(frames.length > 1_000, `${frames.length} frames were read`);
  });
});

describe('The time for which a machine is read', () => {
  let now = 0;
  let share: ReadingShare;
  beforeEach(() => (share = new ReadingShare(() => now)));

  /** Reads for `ms` and pauses as requested, repeatedly, until `totalMs` have passed. */
  function read(ms: number, totalMs: number): void {
    for (const end = now + totalMs; now < end;) {
      now += ms;
      now += share.spend(ms);
    }
  }

  it('may be two seconds at once', () => {
    read(4, 2_000);
    assert.equal(share.spend(0), 0);
  });

  it('is a quarter of all time where there is always more', () => {
    read(4, 5_000);
    now += 4;
    const rest = share.spend(4);
    assert.ok(rest > 11 && rest < 17, `${rest} ms`);
  });

  it('tells a flood once its share was used up for 15 seconds', () => {
    read(4, 15_000);
    assert.equal(share.isFlooding, false);
    read(4, 5_000);
    assert.equal(share.isFlooding, true);
  });

  it('tells no flood of a machine that rests between much', () => {
    for (let times = 0; times < 20; times += 1) {
      read(4, 3_000);
      now += 10_000;
      assert.equal(share.spend(0), 0);
    }
    assert.equal(share.isFlooding, false);
  });
});
