import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../support/editor/paths';
import { Blocks } from '../../tools/blocks';
import { inTwoLanes } from '../../tools/lanes';
import { partsOf } from '../../tools/part';
import { oneAfterTheOther } from '../../tools/setUp';
import { suiteNames, suites } from '../../tools/suites';

const never = new AbortController().signal;

describe('Two lanes', () => {
  it('work off a line, each task once, from both ends until they meet', async () => {
    const begun: string[] = [];
    const ran = await inTwoLanes(
      ['long', 'b', 'c', 'd'],
      async (task, live) => {
        begun.push(live ? `${task} live` : task);
        await delay(task === 'long' ? 200 : 5);
        return task.toUpperCase();
      },
      never,
    );
    assert.deepEqual(begun, ['long live', 'd', 'c', 'b']);
    assert.deepEqual(ran, ['LONG', 'B', 'C', 'D']);
  });

  it('begin nothing more once they were stopped', async () => {
    const stop = new AbortController();
    const ran = await inTwoLanes(
      [1, 2, 3, 4],
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
