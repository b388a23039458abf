import * as fs from 'node:fs/promises';

/** With `tenth`, every tenth hook call does not reach the hub; with `stop`, no Stop hook does. */
export type LostHooks = 'tenth' | 'stop';

type Groups = Record<string, { hooks: { command: string }[] }[]>;

/**
 * Makes installed hooks lose calls, as on an overloaded machine. Which calls are lost depends only
 * on their order and the seed.
 */
export async function loseHooks(
  settingsFile: string,
  lost: LostHooks,
  seed: string,
): Promise<void> {
  const settings = JSON.parse(await fs.readFile(settingsFile, 'utf8')) as { hooks: Groups };
  for (const [event, groups] of Object.entries(settings.hooks)) {
    if (lost === 'stop') {
      if (event === 'Stop') settings.hooks[event] = groups.filter(isNotOurs);
      continue;
    }
    for (const hook of groups.flatMap(({ hooks }) => hooks).filter(isOurs)) {
      hook.command = `${droppingCommand(seed)}\n${hook.command}`;
    }
  }
  await fs.writeFile(settingsFile, JSON.stringify(settings, undefined, 2));
}

function isNotOurs({ hooks }: Groups[string][number]): boolean {
  return !hooks.some(isOurs);
}

function isOurs({ command }: { command: string }): boolean {
  return command.includes('mission-control');
}

/**
 * Shell command that drops every tenth call. The size of a file, to which each call appends a byte,
 * counts the calls.
 */
function droppingCommand(seed: string): string {
  const calls = '"$HOME/hook-calls"';
  const turn = Buffer.from(seed).reduce((sum, byte) => sum + byte, 0) % 10;
  return `printf . >> ${calls}; if [ $(($(wc -c < ${calls}) % 10)) -eq ${turn} ]; then cat > /dev/null; exit 0; fi`;
}
