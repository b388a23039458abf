import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Template folders to copy, by name. */
const templates = new Map<string, string>();

/**
 * Fills a folder from a template that `make` creates once in this process. Copying files is far
 * cheaper than starting git, because a fork has to mark the whole memory of a test process.
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
