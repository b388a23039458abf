import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { tempHome } from '../hub/tempHome';

/** A config home with that folder name in a folder of its own. */
export async function accountHome(name: string): Promise<string> {
  const home = path.join(await tempHome(), name);
  await fs.mkdir(path.join(home, 'projects'), { recursive: true, mode: 0o700 });
  return home;
}

/**
 * Code that Node runs before a program and in each of its threads: it writes every path that is
 * opened and every program that is started to a file.
 */
export function recorderCode(log: string): string {
  return `
    const fs = require('node:fs');
    const write = fs.writeSync, file = fs.openSync(${JSON.stringify(log)}, 'a');
    const record = (target, name) => {
      const real = target[name];
      target[name] = function (first, ...rest) {
        write(file, name + ' ' + String(first) + '\\n');
        return real.call(this, first, ...rest);
      };
    };
    for (const name of ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream', 'copyFile', 'copyFileSync']) record(fs, name);
    for (const name of ['open', 'readFile', 'copyFile']) record(fs.promises, name);
    const programs = require('node:child_process');
    for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) record(programs, name);
    require('node:module').syncBuiltinESMExports();
  `;
}

/** Writes the transcript of a session that used so many tokens now. */
export async function spend(home: string, sessionId: string, tokens: number): Promise<void> {
  const folder = path.join(home, 'projects', '-home-dev-shop');
  await fs.mkdir(folder, { recursive: true });
  const about = { sessionId, cwd: '/home/dev/shop', timestamp: new Date().toISOString() };
  const lines = [
    { ...about, type: 'user', uuid: 'u', message: { role: 'user', content: 'Go' } },
    {
      ...about,
      type: 'assistant',
      uuid: 'a',
      parentUuid: 'u',
      message: {
        id: `msg_${sessionId}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 0, output_tokens: tokens },
      },
    },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await fs.writeFile(path.join(folder, `${sessionId}.jsonl`), text);
}

/** True while a process with that id runs. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
