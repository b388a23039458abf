import * as fs from 'node:fs';
import * as path from 'node:path';
import type { HookCommands } from './hookCommands';
import { hirePlaceholder } from './placeholder';
import type { Placeholder, Stage } from './stage';

/** Real files in a scratch config home, real processes, real hook commands. */
export function scratchStage(hooks: HookCommands): Stage {
  const made = new Set<string>();
  const folderOf = (file: string): void => {
    const folder = path.dirname(file);
    if (made.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    made.add(folder);
  };
  return {
    append(file, lines) {
      folderOf(file);
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      fs.appendFileSync(file, text, { mode: 0o600 });
    },
    write(file, text) {
      folderOf(file);
      fs.writeFileSync(file, text);
    },
    remove(file) {
      fs.rmSync(file, { force: true });
    },
    date(file, epochMs) {
      if (fs.existsSync(file)) fs.utimesSync(file, epochMs / 1000, epochMs / 1000);
    },
    hook: (caller, payload) => hooks.run(caller, payload),
    dismiss: (sessionId) => hooks.dismiss(sessionId),
    hire: (): Placeholder => hirePlaceholder(),
  };
}
