import { runClient, type HeadlessResult } from '../realClient/headless';
import type { CodexHome } from './codexHome';
import { installCodex } from './install';

/** One `codex exec` run from start to end. */
export async function runCodexExec(
  home: CodexHome,
  prompt: string,
  args: readonly string[] = [],
): Promise<HeadlessResult> {
  const command = await installCodex();
  return runClient(command, ['exec', ...args, prompt], {
    cwd: home.project,
    env: home.environment(),
  });
}
