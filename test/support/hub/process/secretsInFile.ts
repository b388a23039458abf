import { readFileSync, writeFileSync } from 'node:fs';
import type { Secrets } from '../../../../src/extension/util/keys/editorKeys';

/** Secrets of an editor whose windows are processes: a file instead of the editor's own store. */
export function secretsIn(file: string): Secrets {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  };
  const write = (name: string, value: string | undefined): Promise<void> => {
    writeFileSync(file, JSON.stringify({ ...read(), [name]: value }));
    return Promise.resolve();
  };
  return {
    get: (name) => Promise.resolve(read()[name]),
    store: write,
    delete: (name) => write(name, undefined),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}
