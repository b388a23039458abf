import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import {
  followMachines,
  readMachines,
} from '../../../../src/extension/views/machines/machinesSetting';
import {
  machinesWishSchema,
  type MachinesWish,
} from '../../../../src/shared/protocol/machines/setting';

const gpu = { name: 'gpu', ssh: 'gpu-box' };
const wsl = { command: ['wsl.exe', '-d', 'Ubuntu'] };

describe('The machines in the settings', () => {
  it('are read unchanged', () => {
    const lines = [gpu, wsl, { ssh: 'gpu-box', configHome: '/srv/claude' }];
    assert.deepEqual(readMachines(lines), { machines: lines, problem: '' });
    for (const none of [undefined, null, []])
      assert.deepEqual(readMachines(none), { machines: [], problem: '' });
  });

  for (const [line, problem] of [
    ['gpu-box', /machine 1: must be an object with ssh or command\./u],
    [{ name: 'gpu' }, /gpu: needs ssh or command\./u],
    [{ ...gpu, command: ['ssh'] }, /gpu: has both ssh and command\./u],
    [{ ssh: '-oProxyCommand=rm' }, /-oProxyCommand=rm: ssh must be a host/u],
    [{ ssh: 'gpu; rm -rf ~' }, /ssh must be a host/u],
    [{ command: 'wsl.exe' }, /machine 1: command must be a list of words/u],
    [{ command: [] }, /command must be a list of words/u],
    [{ ...wsl, name: '' }, /machine 1: name must have 1 to 60 characters/u],
    [{ ...wsl, configHome: '' }, /configHome must be a path/u],
  ] as const) {
    it(`are reported if one is ${JSON.stringify(line)}, and the others are used`, () => {
      const read = readMachines([line, wsl]);
      assert.match(read.problem, /^missionControl\.machines: /u);
      assert.match(read.problem, problem);
      assert.match(read.problem, /The other machines count\.$/u);
      assert.deepEqual(read.machines, [wsl]);
    });
  }

  it('are accepted by the hub, even if there are many, and each is used once', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ssh: `host-${at}` }));
    const { machines, problem } = readMachines([...many.slice(0, 1), ...many]);
    const wish = machinesWishSchema.parse({ machines, label: 'desk' });
    assert.equal(wish.machines.length, 50);
    assert.match(problem, /host-0: is there twice; only the first 50 machines count/u);
    assert.match(readMachines({ gpu }).problem, /must be a list of machines/u);
  });

  describe('of a window', () => {
    let values: Record<string, unknown> = {};
    const wishes: MachinesWish[] = [];
    const warnings: string[] = [];
    const changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
    const follow = (first: unknown) => {
      values = { 'missionControl.machines': first };
      wishes.length = warnings.length = 0;
      return followMachines({
        settings: { get: (id) => values[id], onDidChange: changes.event },
        repeatedCalls: {
          storeCall: (_name, wish) => void wishes.push(machinesWishSchema.parse(wish)),
        },
        say: (problem) => void warnings.push(problem),
        label: 'desk',
      });
    };
    const setValue = (changed: string, next: unknown): void => {
      values[changed] = next;
      changes.fire({ affectsConfiguration: (id) => id === changed });
    };
    const set = (next: unknown): void => {
      setValue('missionControl.machines', next);
    };

    it('are sent to the hub at once and at each change, and a problem is reported once', () => {
      const following = follow([gpu]);
      assert.deepEqual(wishes, [{ machines: [gpu], accounts: [], label: 'desk' }]);
      set([gpu, {}]);
      set([gpu, {}, wsl]);
      assert.equal(warnings.length, 1);
      assert.deepEqual(wishes.at(-1)?.machines, [gpu, wsl]);
      changes.fire({ affectsConfiguration: () => false });
      assert.equal(wishes.length, 3);
      following.dispose();
    });

    it('are sent to the hub together with the config homes of other accounts', () => {
      const following = follow([gpu]);
      setValue('missionControl.configHomes', ['/srv/work']);
      assert.deepEqual(wishes.at(-1), { machines: [gpu], accounts: ['/srv/work'], label: 'desk' });
      setValue('missionControl.configHomes', ['/srv/work', 'work']);
      set([gpu, wsl]);
      assert.deepEqual(wishes.at(-1)?.accounts, ['/srv/work']);
      assert.equal(warnings.length, 1);
      following.dispose();
    });

    it('are sent to the hub even if the list is empty or becomes empty', () => {
      const following = follow([]);
      set([gpu]);
      set([]);
      assert.deepEqual(
        wishes.map(({ machines }) => machines),
        [[], [gpu], []],
      );
      following.dispose();
    });
  });
});
