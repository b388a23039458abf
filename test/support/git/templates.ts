import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Folders to copy, by name. */
const templates = new Map<string, string>();

/**
 * Fills a folder with what `make` puts into an empty one, which it does once in this process. To copy
 * files takes far less than to start git, for which the whole memory of a test process is marked.
 */
export function fillFrom(name: string, folder: string, make: (template: string) => void): void {
  let template = templates.get(name);
  if (template === undefined) {
    template = mkdtempSync(path.join(os.tmpdir(), 'mc-template-'));
    templates.set(name, template);
    make(template);
  }
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
}

process.once('exit', () => {
  for (const template of templates.values()) rmSync(template, { recursive: true, force: true });
});
