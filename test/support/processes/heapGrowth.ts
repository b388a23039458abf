import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Growth of the heap in bytes after `keep` has run, while its result is retained. */
export function heapGrowth(keep: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const retained = keep();
  const grown = used() - before;
  return retained === undefined ? 0 : grown;
}
