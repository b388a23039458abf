import * as fs from 'node:fs';
import * as path from 'node:path';
import { nobody } from '../audience';
import type { Audience } from '../audience';
import { carryOut } from '../deed';
import { hirePlaceholder } from './placeholder';
import type { HookRunner, Placeholder, Stage } from './stage';

/** Real files in a scratch config home, real processes. */
export function scratchStage(hooks: HookRunner, audience: Audience = nobody): Stage {
  const made = new Set<string>();
  const folderOf = (file: string): void => {
    const folder = path.dirname(file);
    if (made.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    made.add(folder);
  };
  return {
    audience,
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
    carryOut,
    hook: (caller, payload, ended) => hooks.hook(caller, payload, ended),
    dismiss: (sessionId) => hooks.dismiss(sessionId),
    leave: (sessionId) => hooks.leave(sessionId),
    hire: (): Placeholder => hirePlaceholder(),
  };
}
