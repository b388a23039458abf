import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../support/editor/paths';
import { inLanes, lanesAtEachEnd } from '../../tools/lanes';
import { partsOf } from '../../tools/part';
import { setUp } from '../../tools/setUp';
import { suiteNames, suites } from '../../tools/suites';

const never = new AbortController().signal;

describe('The lanes of a test run', () => {
  it('work off a line, each task once, from both ends until they meet', async () => {
    const begun: string[] = [];
    const { results: ran } = await inLanes(
      ['long', 'longer', 'c', 'd', 'e', 'f', 'g'],
      async (task) => {
        begun.push(task);
        await delay(task.startsWith('long') ? 300 : 5);
        return task.toUpperCase();
      },
      never,
    );
    assert.deepEqual(begun, ['long', 'g', 'longer', 'f', 'e', 'd', 'c']);
    assert.deepEqual(ran, ['LONG', 'LONGER', 'C', 'D', 'E', 'F', 'G']);
  });

  it('begin nothing more once they were stopped', async () => {
    const stop = new AbortController();
    let running = 0;
    const { results: ran } = await inLanes(
      Array.from({ length: 9 }, (_, index) => index),
      async (task) => {
        running += 1;
        await delay(5);
        stop.abort();
        return task;
      },
      stop.signal,
    );
    assert.equal(running, 2 * lanesAtEachEnd);
    assert.deepEqual(ran, [0, 1, 7, 8]);
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
  it('is seen to once, one thing at a time, and fails those alone who wait for it', async () => {
    const acts: string[] = [];
    const act =
      (name: string, fails = false) =>
      async (): Promise<void> => {
        acts.push(`${name} begins`);
        await delay(5);
        acts.push(`${name} ends`);
        if (fails) throw new Error(`No ${name}`);
      };
    const there = setUp({ one: act('one', true), two: act('two'), three: act('three') }, never);
    const first = assert.rejects(there('one'), /No one/);
    await Promise.all([first, there('two'), assert.rejects(there('one'), /No one/)]);
    await there('two');
    assert.deepEqual(acts, ['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('is left alone once the run was stopped', async () => {
    const stop = new AbortController();
    const one = (): Promise<void> => Promise.resolve(stop.abort());
    const there = setUp({ one, two: () => assert.fail('It was begun') }, stop.signal);
    await there('one');
    await assert.rejects(there('two'), { name: 'AbortError' });
  });
});
