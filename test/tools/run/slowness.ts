import { Worker } from 'node:worker_threads';

/** Duration of the work below in two concurrent threads on the reference machine, in ms. */
const referenceMs = 90;
/** Upper limit of the slowness, because a test that hangs has to end, too. */
const maxSlowness = 5;
const rounds = 3;

/**
 * Work on numbers, objects and texts, like that of the tests' programs. Its last statement posts
 * its duration in ms.
 */
const work = `
  const began = performance.now();
  let sum = 0;
  for (let index = 0; index < 1_500_000; index++) sum = (sum * 31 + index) | 0;
  const items = Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'item ' + index + sum }));
  JSON.parse(JSON.stringify(items));
  require('node:worker_threads').parentPort.postMessage(performance.now() - began);
`;

/**
 * Measures how many times slower this machine is than the reference, at least 1. Two threads run at
 * once as in a test run, since two cores may share the hardware of one. The fastest of a few rounds
 * counts, because other programs may be running.
 */
export async function measureSlowness(): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const times = await Promise.all([timeWork(), timeWork()]);
    fastest = Math.min(fastest, Math.max(...times));
  }
  return Math.min(Math.max(fastest / referenceMs, 1), maxSlowness);
}

function timeWork(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
