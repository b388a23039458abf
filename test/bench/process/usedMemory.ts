import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process uses, without what the next collection finds unused. */
export async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a collection finds unused is given back a little later.
  for (let round = 0; round < 5; round += 1) {
    collect();
    await setTimeout(20);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
