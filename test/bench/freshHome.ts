import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/**
 * Creates a config home without transcripts. It is deleted at the end of the block that declares it
 * with `using`.
 */
export function freshHome(): Disposable & { readonly configHome: string } {
  const configHome = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-bench-'));
  return {
    configHome,
    [Symbol.dispose]: () => fs.rmSync(configHome, { recursive: true, force: true, maxRetries: 3 }),
  };
}
