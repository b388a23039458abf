import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import { fieldsOf } from '../../shared/text/fields';
import { t } from '../../shared/words/l10n';
import { runSystemTool } from '../util/systemTool';

/** Settings that no person can override, and where they stand. */
export interface ManagedSettings {
  /** A file or a key of the registry, as a person finds it. */
  readonly place: string;
  readonly text: string;
}

export interface ManagedPlaces {
  readonly platform: NodeJS.Platform;
  readonly configHome: string;
  /** The client's system-wide folder, where it is not the platform's own. */
  readonly folder?: string;
  readonly user?: string;
  readonly runTool?: typeof runSystemTool;
}

/** Both keep every hook of a person's own settings from running. */
const forbidding = ['disableAllHooks', 'allowManagedHooksOnly'];

/** Finds settings of an organization that keep installed hooks from running; one sentence each. */
export async function managedBlockers(places: ManagedPlaces): Promise<readonly string[]> {
  return (await managedSettings(places)).flatMap(({ place, text }) => {
    const values = fieldsOf(parse(text.replace(/^\uFEFF/, '')));
    return forbidding
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

/** Everything that an organization may have put on this machine; what cannot be read says nothing. */
async function managedSettings(places: ManagedPlaces): Promise<readonly ManagedSettings[]> {
  const { platform, configHome, folder = systemFolder(platform), runTool = runSystemTool } = places;
  const files = [
    path.join(folder, 'managed-settings.json'),
    ...(await partsIn(path.join(folder, 'managed-settings.d'))),
    // The client's copy of the settings that its service sent.
    path.join(configHome, 'remote-settings.json'),
  ];
  const found = files.map(async (file) => ({ place: file, text: await textOf(file) }));
  if (platform === 'win32') found.push(...registryKeys.map((key) => inRegistry(key, runTool)));
  if (platform === 'darwin') {
    const { user = os.userInfo().username } = places;
    found.push(...preferenceFiles(user).map((file) => inPreferences(file, runTool)));
  }
  return (await Promise.all(found)).filter(({ text }) => text !== '');
}

function systemFolder(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    case 'win32':
      return 'C:\\Program Files\\ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}

async function partsIn(folder: string): Promise<readonly string[]> {
  const names = await fs.readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .map((name) => path.join(folder, name));
}

function textOf(file: string): Promise<string> {
  return fs.readFile(file, 'utf8').catch(() => '');
}

const registryKeys = ['HKLM', 'HKCU'].map((hive) => `${hive}\\SOFTWARE\\Policies\\ClaudeCode`);

/** `    Settings    REG_SZ    {"disableAllHooks":true}`, below a line with the key. */
async function inRegistry(key: string, run: typeof runSystemTool): Promise<ManagedSettings> {
  const output = await run('reg.exe', ['query', key]);
  const [, text = ''] = /^ +Settings +REG_(?:EXPAND_)?SZ +(\S.*)$/mu.exec(output) ?? [];
  return { place: key, text: text.trimEnd() };
}

/** Preference files that device management writes; a person's own do not count. */
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
