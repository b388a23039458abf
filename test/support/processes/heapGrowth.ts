import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes by which the heap has grown once `keep` is done, for as long as what it gives back is kept. */
export function heapGrowth(keep: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const kept = keep();
  const grown = used() - before;
  return kept === undefined ? 0 : grown;
}
