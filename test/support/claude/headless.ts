import { runClient, type HeadlessResult } from '../realClient/headless.js';
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

/** One `-p` run from start to end. */
export async function runHeadless(options: HeadlessOptions): Promise<HeadlessResult> {
  const { api, home, prompt, args = [], cwd = home.project, timeoutMs } = options;
  const command = await installClient(options.version);
  const env = home.environment(api.url);
  return runClient(command, ['-p', prompt, ...args], {
    cwd,
    env,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
