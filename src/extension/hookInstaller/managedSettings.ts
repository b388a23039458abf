import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import { settingsValue } from './settingsEdit';

/** Where an organization puts settings that no person can override. */
export function managedSettingsFolder(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    case 'win32':
      return 'C:\\Program Files\\ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}

/** One sentence for each setting that keeps installed hooks from running. */
export async function hookBlockers(
  userSettings: string,
  folder: string,
): Promise<readonly string[]> {
  const blockers: string[] = [];
  if (settingsValue(userSettings, 'disableAllHooks') === true) {
    blockers.push(
      '"disableAllHooks" is set in settings.json: the client runs no hooks until it is removed.',
    );
  }
  for (const file of await managedFiles(folder)) {
    const text = await fs.readFile(file, 'utf8').catch(() => '');
    const values = Object(parse(text)) as Record<string, unknown>;
    for (const key of ['disableAllHooks', 'allowManagedHooksOnly']) {
      if (values[key] === true) {
        blockers.push(
          `"${key}" is set by your organization in ${file}: the client will not run these hooks.`,
        );
      }
    }
  }
  return blockers;
}

async function managedFiles(folder: string): Promise<readonly string[]> {
  const parts = path.join(folder, 'managed-settings.d');
  const names = await fs.readdir(parts).catch(() => []);
  return [
    path.join(folder, 'managed-settings.json'),
    ...names
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .map((name) => path.join(parts, name)),
  ];
}
