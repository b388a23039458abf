import * as fs from 'node:fs';
import * as path from 'node:path';
import { nobody, type Audience } from '../audience';
import type { HookFields } from '../client/hookPayload';
import type { Line } from '../../../support/transcript/clientLines';
import { startPlaceholder, type Placeholder } from '../../../support/processes/placeholder';
import { carryOut, type FileEffect } from './projectFolders';

/** The client that runs a hook. */
export interface HookCaller {
  readonly pid: number;
  readonly sessionId: string;
  readonly cwd: string;
}

/** A hook's exit code and output. */
export interface HookEnd {
  readonly code: number | null;
  readonly printed: string;
  readonly complained: string;
}

export type HookEnded = (end: HookEnd) => void;

/** Receives the traces of a session. Paths are absolute. */
export interface Stage {
  /** The people who watch. */
  readonly audience: Audience;
  append(file: string, lines: readonly Line[]): void;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Sets the mtime of a file whose content is from the past. */
  date(file: string, epochMs: number): void;
  /** Applies a tool's effect on a repository, dated `pastMs` if it is from the past. */
  carryOut(deed: FileEffect, pastMs?: number): void;
  hook(caller: HookCaller, payload: HookFields, ended?: HookEnded): void;
  /** Ends the hooks of a session that wait for a person. */
  dismiss(sessionId: string): void;
  /** Ends all waiting hooks of a session. */
  leave(sessionId: string): void;
  hire(): Placeholder;
}

/** Delivers hooks, and ends those that wait. */
export type HookRunner = Pick<Stage, 'hook' | 'dismiss' | 'leave'>;

/** A stage without any effect, for a rehearsal that only measures durations. */
export const emptyStage: Stage = {
  audience: nobody,
  append() {},
  write() {},
  remove() {},
  date() {},
  carryOut() {},
  hook() {},
  dismiss() {},
  leave() {},
  hire: () => ({ pid: 0, kill() {} }),
};

export interface Folders {
  readonly configHome: string;
  /** Contains one folder per project. */
  readonly code: string;
}

/** Writes real files in a temporary config home and starts real processes. */
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
    hire: startPlaceholder,
  };
}
