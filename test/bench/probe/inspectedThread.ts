import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadFigures } from './figures';

/**
 * Handles are counted several times, with a pause of `handleSampleMs`, and the minimum is used,
 * because the hub's sweep briefly opens the files of all sessions.
 */
const handleSamples = 5;
const handleSampleMs = 70;

/** Sends a command of the inspector protocol to a thread; resolves with its result. */
export type Post = (method: string, params?: object) => Promise<unknown>;

const handles = 'process.getActiveResourcesInfo().length';
const emitters = "process.getBuiltinModule('node:events').prototype";
const sumOfListeners = `function () {
  let sum = 0;
  for (const one of this) {
    if (typeof one.eventNames !== 'function') continue;
    try {
      for (const name of one.eventNames()) sum += one.listenerCount(name);
    } catch {}
  }
  return sum;
}`;
const sumOfSizes = `function () {
  let sum = 0;
  for (const one of this) {
    try {
      sum += one.size;
    } catch {}
  }
  return sum;
}`;

/**
 * Computes both sums in one pass, because each query for all objects of a kind blocks the thread.
 */
const sumsOfSets = `function () {
  let entries = 0;
  let disposed = 0;
  for (const one of this) {
    try {
      entries += one.size;
      for (const each of one) if (each?._isDisposed === true) disposed += 1;
    } catch {}
  }
  return { entries, disposed };
}`;

type SetSums = Pick<ThreadFigures, 'entries' | 'disposed'>;

interface Evaluated {
  readonly result: { readonly objectId?: string; readonly value?: unknown };
}

/** Measures a thread through the inspector, after a garbage collection. */
export async function inspectThread(post: Post): Promise<ThreadFigures> {
  await post('HeapProfiler.collectGarbage');
  const { usedSize } = (await post('Runtime.getHeapUsage')) as { readonly usedSize: number };
  const sets = (await callOnInstances(post, 'Set.prototype', sumsOfSets)) as SetSums;
  const figures = {
    heap: usedSize,
    handles: await leastHandles(post),
    listeners: Number(await callOnInstances(post, emitters, sumOfListeners)),
    entries: Number(await callOnInstances(post, 'Map.prototype', sumOfSizes)) + sets.entries,
    disposed: sets.disposed,
  };
  await post('Runtime.releaseObjectGroup', { objectGroup });
  return figures;
}

async function leastHandles(post: Post): Promise<number> {
  let least = Infinity;
  for (let sample = 0; sample < handleSamples; sample += 1) {
    if (sample > 0) await delay(handleSampleMs);
    least = Math.min(least, Number((await evaluate(post, handles)).value));
  }
  return least;
}

const objectGroup = 'figures';

async function evaluate(post: Post, expression: string): Promise<Evaluated['result']> {
  return ((await post('Runtime.evaluate', { expression, objectGroup })) as Evaluated).result;
}

/** Calls the function `sum` with the list of all objects that have the prototype. */
async function callOnInstances(post: Post, prototype: string, sum: string): Promise<unknown> {
  const { objectId: prototypeObjectId } = await evaluate(post, prototype);
  const { objects } = (await post('Runtime.queryObjects', { prototypeObjectId, objectGroup })) as {
    readonly objects: { readonly objectId: string };
  };
  const summed = await post('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: sum,
    returnByValue: true,
  });
  return (summed as Evaluated).result.value;
}
