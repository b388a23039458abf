import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import { fieldsOf } from '../../../../shared/text/fields';
import { t } from '../../../../shared/words/l10n';
import { managedFiles, type ManagedFilePlaces } from './managedFiles';
import { runSystemTool } from '../../../util/systemTool';

/** Settings that a person cannot override, and where they are. */
export interface ManagedSettings {
  /** A file or registry key, as shown to a person. */
  readonly place: string;
  readonly text: string;
}

export interface ManagedPlaces extends ManagedFilePlaces {
  readonly user?: string;
  readonly runTool?: typeof runSystemTool;
}

/** Each of them disables all hooks in a person's own settings. */
const disablingKeys = ['disableAllHooks', 'allowManagedHooksOnly'];

/** Finds an organization's settings that disable installed hooks; one sentence for each. */
export async function managedBlockers(places: ManagedPlaces): Promise<readonly string[]> {
  return (await managedSettings(places)).flatMap(({ place, text }) => {
    const values = fieldsOf(parse(text.replace(/^\uFEFF/, '')));
    return disablingKeys
      .filter((key) => values[key] === true)
      .map((key) =>
        t(
          '"{0}" is set by your organization in {1}: Claude Code will not run these hooks.',
          key,
          place,
        ),
      );
  });
}

/** All managed settings on this machine; unreadable ones are skipped. */
async function managedSettings(places: ManagedPlaces): Promise<readonly ManagedSettings[]> {
  const { platform, runTool = runSystemTool } = places;
  const files = await managedFiles(places);
  const found = files.map(async (file) => ({ place: file, text: await textOf(file) }));
  if (platform === 'win32') found.push(...registryKeys.map((key) => inRegistry(key, runTool)));
  if (platform === 'darwin') {
    const { user = os.userInfo().username } = places;
    found.push(...preferenceFiles(user).map((file) => inPreferences(file, runTool)));
  }
  return (await Promise.all(found)).filter(({ text }) => text !== '');
}

function textOf(file: string): Promise<string> {
  return fs.readFile(file, 'utf8').catch(() => '');
}

const registryKeys = ['HKLM', 'HKCU'].map((hive) => `${hive}\\SOFTWARE\\Policies\\ClaudeCode`);

/** Parses `    Settings    REG_SZ    {"disableAllHooks":true}` below the line with the key. */
async function inRegistry(key: string, run: typeof runSystemTool): Promise<ManagedSettings> {
  const output = await run('reg.exe', ['query', key]);
  const [, text = ''] = /^ +Settings +REG_(?:EXPAND_)?SZ +(\S.*)$/mu.exec(output) ?? [];
  return { place: key, text: text.trimEnd() };
}

/** Preference files written by device management; a person's own do not count. */
function preferenceFiles(user: string): readonly string[] {
  const folder = '/Library/Managed Preferences';
  return [path.posix.join(folder, user), folder].map((one) =>
    path.posix.join(one, 'com.anthropic.claudecode.plist'),
  );
}

async function inPreferences(file: string, run: typeof runSystemTool): Promise<ManagedSettings> {
  return {
    place: file,
    text: await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]),
  };
}
