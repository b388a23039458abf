import assert from 'node:assert/strict';
import { until } from '../../../support/until';
import { runQueue, type TaskGroup, type Worker } from '../../../tools/run/queue';

interface Task {
  readonly name: string;
  readonly pool: string;
  readonly expectedMs: number;
}

/** A queue whose tasks end when the test says so, with workers named after their pool. */
class Scene {
  readonly started: string[] = [];
  readonly stop = new AbortController();
  private readonly ends = new Map<string, () => void>();

  worker(name: string, ending?: string): Worker<Task, string> {
    return {
      name,
      helps: name.endsWith('helps'),
      accepts: ({ pool }) => name.startsWith(pool),
      run: async (task) => {
        this.started.push(task.name);
        await new Promise<void>((resolve) => this.ends.set(task.name, resolve));
        return task.name.toUpperCase();
      },
      end: () => Promise.resolve(ending),
    };
  }

  run(
    groups: readonly TaskGroup<Task>[],
    workers: readonly Worker<Task, string>[],
  ): ReturnType<typeof runQueue<Task, string>> {
    const failGroup = (_group: TaskGroup<Task>, error: unknown): string => String(error);
    return runQueue(groups, workers, failGroup, this.stop.signal);
  }

  /** Ends running tasks, and lets the queue start the next ones. */
  async finish(...names: readonly string[]): Promise<void> {
    for (const name of names) this.ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function tasks(pool: string, lengths: Readonly<Record<string, number>>): readonly Task[] {
  return Object.entries(lengths).map(([name, expectedMs]) => ({ name, pool, expectedMs }));
}

describe('The queue of a test run', () => {
  it('gives each free worker the longest task of its pool, and each task once', async () => {
    const scene = new Scene();
    const groups = [
      { tasks: tasks('a', { short: 1, long: 9, middle: 5 }), ready: Promise.resolve() },
      { tasks: tasks('b', { other: 7 }), ready: Promise.resolve() },
    ];
    const ended = scene.run(
      groups,
      ['a 1', 'a 2', 'b 1'].map((name) => scene.worker(name)),
    );
    await scene.finish();
    assert.deepEqual(scene.started, ['long', 'middle', 'other']);
    await scene.finish('middle');
    assert.deepEqual(scene.started, ['long', 'middle', 'other', 'short']);
    await scene.finish('short', 'other', 'long');
    const { results, workers } = await ended;
    assert.deepEqual([...results].sort(), ['LONG', 'MIDDLE', 'OTHER', 'SHORT']);
    assert.deepEqual(
      workers.map(({ name, tasks }) => [name, tasks]),
      [
        ['a 1', 1],
        ['a 2', 2],
        ['b 1', 1],
      ],
    );
    for (const { busyMs, totalMs } of workers) assert.ok(busyMs <= totalMs);
  });

  it('starts no task on a worker that may not take one now, and does later', async () => {
    const scene = new Scene();
    let mayStart = false;
    const patient = { ...scene.worker('a 2'), mayStart: () => mayStart };
    const groups = [
      { tasks: tasks('a', { long: 9, middle: 5, short: 1 }), ready: Promise.resolve() },
    ];
    const ended = scene.run(groups, [scene.worker('a 1'), patient]);
    await scene.finish();
    assert.deepEqual(scene.started, ['long']);
    await scene.finish('long');
    assert.deepEqual(scene.started, ['long', 'middle']);
    mayStart = true;
    await until(
      () => scene.started,
      (started) => assert.deepEqual(started, ['long', 'middle', 'short']),
    );
    await scene.finish('middle', 'short');
    assert.deepEqual([...(await ended).results].sort(), ['LONG', 'MIDDLE', 'SHORT']);
  });

  it('ends a worker that may not take a task once none is left', async () => {
    const scene = new Scene();
    const barred = { ...scene.worker('a 2'), mayStart: () => false };
    const groups = [{ tasks: tasks('a', { only: 1 }), ready: Promise.resolve() }];
    const ended = scene.run(groups, [scene.worker('a 1'), barred]);
    await scene.finish('only');
    await scene.finish('only');
    assert.deepEqual((await ended).results, ['ONLY']);
  });

  it('lets a worker help another pool once its own has no task left', async () => {
    const scene = new Scene();
    const groups = [
      { tasks: tasks('a', { own: 1 }), ready: Promise.resolve() },
      { tasks: tasks('b', { long: 9, middle: 5, short: 2 }), ready: Promise.resolve() },
    ];
    const workers = ['a helps', 'a 2', 'b 1'].map((name) => scene.worker(name));
    const ended = scene.run(groups, workers);
    await scene.finish();
    assert.deepEqual(scene.started, ['own', 'long']);
    await scene.finish('own');
    assert.deepEqual(scene.started, ['own', 'long', 'middle']);
    await scene.finish('middle');
    await scene.finish('short', 'long');
    assert.deepEqual(
      (await ended).workers.map((worker) => worker.tasks),
      [3, 0, 1],
    );
  });

  it('runs what is ready while the needs of other tasks are being set up', async () => {
    const scene = new Scene();
    let install = (): void => undefined;
    const installed = new Promise<void>((resolve) => (install = resolve));
    const groups = [
      { tasks: tasks('a', { needy: 9 }), ready: installed },
      { tasks: tasks('a', { plain: 1 }), ready: Promise.resolve() },
    ];
    const ended = scene.run(groups, [scene.worker('a 1')]);
    await scene.finish();
    await scene.finish('plain');
    assert.deepEqual(scene.started, ['plain']);
    install();
    await scene.finish();
    await scene.finish('needy');
    assert.deepEqual((await ended).results, ['PLAIN', 'NEEDY']);
  });

  it('fails the tasks together whose needs cannot be met, and runs the others', async () => {
    const scene = new Scene();
    const groups = [
      { tasks: tasks('a', { needy: 9, other: 8 }), ready: Promise.reject(new Error('No disk')) },
      { tasks: tasks('a', { plain: 1 }), ready: Promise.resolve() },
    ];
    const ended = scene.run(groups, [scene.worker('a 1')]);
    await scene.finish();
    await scene.finish('plain');
    assert.deepEqual((await ended).results, ['Error: No disk', 'PLAIN']);
  });

  it('starts no task after it was stopped', async () => {
    const scene = new Scene();
    const groups = [{ tasks: tasks('a', { one: 2, two: 1 }), ready: Promise.resolve() }];
    const ended = scene.run(groups, [scene.worker('a 1')]);
    await scene.finish();
    scene.stop.abort();
    await scene.finish('one');
    assert.deepEqual((await ended).results, ['ONE']);
  });

  it('reports a worker that ends badly', async () => {
    const scene = new Scene();
    const { results } = await scene.run([], [scene.worker('a 1', 'It broke'), scene.worker('a 2')]);
    assert.deepEqual(results, ['It broke']);
  });
});
