import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A config home without a past, removed at the end of the block that uses it. */
export function freshHome(): Disposable & { readonly configHome: string } {
  const configHome = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-bench-'));
  return {
    configHome,
    [Symbol.dispose]: () => fs.rmSync(configHome, { recursive: true, force: true, maxRetries: 3 }),
  };
}
