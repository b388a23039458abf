import assert from 'node:assert/strict';
import {
  RemoteTerminals,
  type TerminalPurpose,
} from '../../../../src/extension/views/machines/remoteTerminals';
import { MachineLines } from '../../../../src/extension/views/machines/machineLines';
import { remoteAuthority } from '../../../../src/extension/views/machines/remoteWindow';
import { settingKey, type MachineSetting } from '../../../../src/shared/protocol/machines/setting';
import { anEntry } from '../../../support/board/historyBuilder';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { aMachineCard } from '../../../support/machines/machineCard';
import { aSession } from '../../../support/sessionBuilder';

const machineId = 'm0123456789abcdef';
const far = `${machineId}/b7c8d9e0-0000-4000-8000-000000000001`;

describe('A way to a session of another machine', () => {
  function scene(setting: unknown, line: MachineSetting = { ssh: 'gpu-box' }) {
    const session = aSession({ sessionId: far, title: 'Fix $(x)', projectPath: '/srv/shop' });
    const board = new FakeBoard([session]);
    board.machines = [aMachineCard({ key: settingKey(line), name: 'gpu', machineId })];
    const lines = new MachineLines({ get: () => setting }, board, '/home/dev/.claude');
    const opened: (readonly [string, string, string | undefined])[] = [];
    const hints: (string | undefined)[] = [];
    const there = new RemoteTerminals({
      board,
      lines,
      hub: fakeCalls({ pastSession: () => anEntry({ title: 'Old', projectPath: '/old' }) }),
      open: (name, { file, args, hint }) => {
        opened.push([name, file, args.at(-1)]);
        hints.push(hint);
      },
    });
    return { board, there, opened, hints };
  }

  it('leads by the line of the setting, to its folder and to the client', async () => {
    const { there, opened, hints } = scene([{ ssh: 'gpu-box' }]);
    for (const errand of [
      'shell',
      'resume',
      'fork',
      'new',
    ] as const satisfies readonly TerminalPurpose[]) {
      await there.open(far, errand);
    }
    assert.deepEqual(
      opened.map(([name, file]) => [name, file]),
      [
        ['gpu', 'ssh'],
        ['gpu: Fix $ (x)', 'ssh'],
        ['gpu: Fix $ (x)', 'ssh'],
        ['gpu: Fix $ (x)', 'ssh'],
      ],
    );
    const [shell, resume, fork, fresh] = opened.map(([, , words]) => words ?? '');
    const id = far.split('/')[1] ?? '';
    assert.match(shell ?? '', / 'mission-control' '\/srv\/shop' '' ''$/u);
    assert.ok(resume?.endsWith(`'/srv/shop' '' 'claude --resume ${id}'`));
    assert.ok(fork?.endsWith(`'claude --resume ${id} --fork-session'`));
    assert.ok(fresh?.endsWith(`'claude'`));
    assert.match(hints[0] ?? '', new RegExp(`“claude --resume ${id}” resumes it here`, 'u'));
    assert.deepEqual(hints.slice(1), [undefined, undefined, undefined]);
  });

  it('leads to one of the past as well', async () => {
    const { board, there, opened } = scene([{ ssh: 'gpu-box' }]);
    board.remove(far);
    await there.open(far, 'resume');
    assert.equal(opened[0]?.[0], 'gpu: Old');
    assert.match(opened[0]?.[2] ?? '', /'\/old'/u);
  });

  it('is not taken from anything but the settings of this window', async () => {
    const { there, opened } = scene([{ ssh: 'other' }]);
    await assert.rejects(there.open(far, 'shell'), /isn’t in its settings/u);
    await assert.rejects(there.open('m0000000000000000/x', 'shell'), /isn’t in its settings/u);
    await assert.rejects(there.open('plain', 'shell'), /isn’t in its settings/u);
    assert.deepEqual(opened, []);
  });

  it('takes no id that a shell could act on', async () => {
    const { board, there, opened } = scene([{ ssh: 'gpu-box' }]);
    const hostile = `${machineId}/x'; id #`;
    board.put(aSession({ sessionId: hostile }));
    await assert.rejects(there.open(hostile, 'resume'), /wouldn’t understand/u);
    assert.deepEqual(opened, []);
  });

  it('is a window of the editor where an extension leads there', () => {
    const authority = (line: MachineSetting) => remoteAuthority(line)?.authority;
    assert.equal(authority({ ssh: 'gpu-box' }), 'ssh-remote+gpu-box');
    const coded = /^ssh-remote\+([\da-f]+)$/u.exec(authority({ ssh: 'me@GPU:22' }) ?? '')?.[1];
    assert.equal(Buffer.from(coded ?? '', 'hex').toString(), '{"hostName":"me@GPU:22"}');
    assert.equal(authority({ command: ['wsl.exe', '-d', 'Ubuntu'] }), 'wsl+Ubuntu');
    assert.equal(authority({ command: ['wsl.exe', '-d', 'a/b'] }), undefined);
    assert.equal(authority({ command: ['docker', 'exec', '-i', 'dev'] }), undefined);
  });
});
