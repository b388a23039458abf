import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../support/editor/paths';
import { Blocks } from '../../tools/blocks';
import { workOff } from '../../tools/lanes';
import { partsOf } from '../../tools/part';
import { oneAfterTheOther } from '../../tools/setUp';
import { lines, suiteNames, suites } from '../../tools/suites';

const never = new AbortController().signal;

describe('Lines of tasks', () => {
  it('are worked off side by side, each task once, from both ends until the lanes meet', async () => {
    const begun: string[] = [];
    const ran = await workOff(
      [
        { tasks: [], lanes: ['front'] },
        { tasks: ['long', 'b', 'c', 'd'], lanes: ['front', 'back'] },
        { tasks: ['e', 'f'], lanes: ['front'] },
      ],
      async (task, live) => {
        begun.push(live ? `${task} live` : task);
        await delay(task === 'long' ? 200 : 5);
        return task.toUpperCase();
      },
      never,
    );
    assert.deepEqual(begun.slice(0, 3), ['long live', 'd', 'e']);
    assert.deepEqual(
      begun.filter((task) => /^[bcd]/.test(task)),
      ['d', 'c', 'b'],
    );
    assert.deepEqual(ran, ['LONG', 'B', 'C', 'D', 'E', 'F']);
  });

  it('are left as they are once it was stopped', async () => {
    const stop = new AbortController();
    const ran = await workOff(
      [{ tasks: [1, 2, 3, 4], lanes: ['front', 'back'] }],
      (task) => {
        stop.abort();
        return Promise.resolve(task);
      },
      stop.signal,
    );
    assert.deepEqual(ran, [1]);
  });
});

describe('The parts of a test run', () => {
  it('are of every suite, each in one line', () => {
    assert.deepEqual(lines.flatMap((line) => line.suites).sort(), suiteNames.toSorted());
  });

  for (const suite of suiteNames) {
    it(`have each file of ${suite} once`, () => {
      const folder = path.join(projectRoot, suites[suite].folder);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => path.join(suites[suite].folder, name))
        .sort();
      assert.ok(files.length > 0);
      for (const whole of [false, true]) {
        const parts = partsOf(suite, whole);
        assert.equal(parts.length, whole ? 1 : suites[suite].parts);
        assert.deepEqual(parts.flatMap((part) => part.files).sort(), files);
        assert.equal(new Set(parts.map(({ output }) => output)).size, parts.length);
        assert.equal(new Set(parts.map(({ title }) => title)).size, parts.length);
      }
    });
  }
});

describe('What is needed', () => {
  it('is seen to in its order, and what fails fails those alone who wait for it', async () => {
    const acts: string[] = [];
    const act =
      (name: string, fails = false) =>
      async (): Promise<void> => {
        acts.push(`${name} begins`);
        await delay(5);
        acts.push(`${name} ends`);
        if (fails) throw new Error(`No ${name}`);
      };
    const steps = new Map([
      ['one', act('one', true)],
      ['two', act('two')],
    ]);
    const there = oneAfterTheOther(steps, never);
    await there('two');
    await assert.rejects(there('one'), /No one/);
    await assert.rejects(there('three'), /three/);
    assert.deepEqual(acts, ['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('is left alone once the run was stopped', async () => {
    const stop = new AbortController();
    const there = oneAfterTheOther(
      new Map([
        ['one', () => Promise.resolve(stop.abort())],
        ['two', () => assert.fail('It was begun')],
      ]),
      stop.signal,
    );
    await there('one');
    await assert.rejects(there('two'), { name: 'AbortError' });
  });
});

describe('What several lanes write', () => {
  it('stands in blocks, of which none is within another', async () => {
    const printed: string[] = [];
    const blocks = new Blocks((text) => printed.push(text));
    await blocks.under('first', async () => {
      printed.push('a line');
      blocks.add('other', 'whole');
      await delay(1);
      printed.push('another line');
    });
    blocks.add('last', 'at once');
    assert.deepEqual(printed, [
      '\n== first ==',
      'a line',
      'another line',
      '\n== other ==\nwhole',
      '\n== last ==\nat once',
    ]);
  });
});
