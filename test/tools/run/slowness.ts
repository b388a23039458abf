import { Worker } from 'node:worker_threads';

/** What the work below takes in each of two threads at once on the reference machine, in ms. */
const referenceMs = 90;
/** No machine counts as slower: a test that hangs has to end, too. */
const mostSlowness = 5;
const rounds = 3;

/** Numbers, objects and texts, like the programs of the tests. Its last statement posts the time it took, in ms. */
const work = `
  const began = performance.now();
  let sum = 0;
  for (let index = 0; index < 1_500_000; index++) sum = (sum * 31 + index) | 0;
  const items = Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'item ' + index + sum }));
  JSON.parse(JSON.stringify(items));
  require('node:worker_threads').parentPort.postMessage(performance.now() - began);
`;

/**
 * How many times slower this machine is than the reference, 1 or more, with two threads at work as in a run:
 * two cores may share the parts of one. The fastest of a few rounds, as other programs may be at work.
 */
export async function measureSlowness(): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const times = await Promise.all([timeWork(), timeWork()]);
    fastest = Math.min(fastest, Math.max(...times));
  }
  return Math.min(Math.max(fastest / referenceMs, 1), mostSlowness);
}

function timeWork(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
