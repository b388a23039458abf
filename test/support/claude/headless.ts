import { execFile } from 'node:child_process';
import { installClient } from './install.js';
import type { IsolatedHome } from './isolatedHome.js';
import type { ScriptedApi } from './scriptedApi.js';

export interface HeadlessOptions {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly version?: string;
  readonly timeoutMs?: number;
}

export interface HeadlessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One `-p` run from start to end. */
export async function runHeadless(options: HeadlessOptions): Promise<HeadlessResult> {
  const { api, home, prompt, args = [], cwd = home.project, timeoutMs = 60_000 } = options;
  const command = await installClient(options.version);
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      ['-p', prompt, ...args],
      { cwd, env: home.environment(api.url), timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ exitCode: child.exitCode ?? 0, stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}
