import assert from 'node:assert/strict';
import { testMachine } from '../../../../src/extension/hub/machines/machineTest';
import type { MachineTestEvent } from '../../../../src/shared/protocol/machines/test';
import type { RemoteIds } from '../../../../src/extension/hub/machines/machine';
import { standIn, standInId } from '../../../support/machines/standIn';
import { until } from '../../../support/until';

describe('A test of a machine', function () {
  this.timeout(120_000);

  async function run(
    command: string[],
    isTaken: (there: RemoteIds) => boolean = () => false,
  ): Promise<readonly MachineTestEvent[]> {
    const events: MachineTestEvent[] = [];
    let hasEnded = false;
    const test = testMachine({ setting: { command }, scripts: '', label: 'desk', isTaken })({
      send: (event) => void events.push(event),
      end: () => {
        assert.ok(!hasEnded);
        hasEnded = true;
      },
    });
    await until(
      () => hasEnded,
      (ended) => assert.ok(ended),
    );
    test.dispose();
    return events;
  }
  const failed = (step: string, fault: string, detail?: string): MachineTestEvent =>
    ({
      type: 'failed',
      data: { step, fault, ...(detail !== undefined && { detail }) },
    }) as MachineTestEvent;
  const program: MachineTestEvent = { type: 'step', data: { done: 'program' } };

  it('tells each step and what is there, with the parts of a large board added up', async () => {
    const part = `say({ type: 'stream', event: { type: 'snapshot', data: { sessions: [session], summary, more: true } } });`;
    const events = await run(
      standIn(`greet(); hello({ release: '1.2.3' }); ${part} board(session); beat();`),
    );
    assert.deepEqual(events, [
      program,
      { type: 'step', data: { done: 'board' } },
      {
        type: 'passed',
        data: { name: 'there', platform: 'linux', release: '1.2.3', sessionCount: 2 },
      },
    ]);
  });

  it('hands out no key and offers no answers', async () => {
    const code = `greet(); hello({ name: heard.split('\\n')[0] }); board(); beat();`;
    const [, , passed] = await run(standIn(code));
    assert.ok(passed?.type === 'passed');
    const { line, ...desk } = JSON.parse(passed.data.name) as { readonly line: string };
    assert.match(line, /^[\w-]{22}$/);
    const control = { enabled: false, disabledProjects: [] };
    assert.deepEqual(desk, { type: 'desk', keys: [], label: 'desk', control });
  });

  for (const [what, code, expected] of [
    [
      'a command that is none',
      undefined,
      [failed('host', 'command', 'spawn no-such-program ENOENT')],
    ],
    [
      'a password that is asked for',
      `process.stderr.write('me@gpu: Permission denied (publickey,password).\\n'); process.exit(255);`,
      [failed('host', 'auth', 'me@gpu: Permission denied (publickey,password).')],
    ],
    [
      'no Node',
      `sayRaw('Welcome!\\nmission-control-missing/1 node Linux x86_64\\n'); process.exit(3);`,
      [failed('node', 'node', 'Linux x86_64')],
    ],
    [
      'no Mission Control',
      `sayRaw('mission-control-missing/1 hub Linux x86_64\\n'); process.exit(3);`,
      [failed('program', 'missing', 'Linux x86_64')],
    ],
    [
      'another version',
      `greet(); hello({ protocol: 999, release: '9.0.0' }); beat();`,
      [program, failed('program', 'version', '9.0.0')],
    ],
    [
      'a program that ends',
      `greet(); process.stderr.write('killed\\n'); process.exit(1);`,
      [program, failed('board', 'ended', 'killed')],
    ],
  ] as const) {
    it(`says at which step it ends by ${what}`, async () => {
      const command = code === undefined ? ['no-such-program'] : standIn(code);
      assert.deepEqual(await run(command), expected);
    });
  }

  it('says so where the system takes the command for none at once', async () => {
    const events = await run(['/etc/passwd/program']);
    assert.deepEqual(events, [failed('host', 'command', 'Error: spawn ENOTDIR')]);
  });

  it('knows a machine that is there already', async () => {
    const events = await run(
      standIn(`greet(); hello(); beat();`),
      ({ machineId }) => machineId === standInId,
    );
    assert.deepEqual(events, [program, failed('board', 'same')]);
  });
});
