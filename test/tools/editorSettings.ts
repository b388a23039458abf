import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';

/** Adds missing settings to an editor's data folder; existing settings and comments stay. */
export async function giveSettings(
  dataFolder: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = path.join(dataFolder, 'User', 'settings.json');
  const known = await settingsIn(file);
  if (known === undefined) return;
  const settings = { ...wanted, ...known };
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}

/** Undefined if they are no plain JSON. */
async function settingsIn(file: string): Promise<object | undefined> {
  if (!existsSync(file)) return {};
  try {
    const settings: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
    return typeof settings === 'object' && settings !== null ? settings : undefined;
  } catch {
    return undefined;
  }
}
