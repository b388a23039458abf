import * as fs from 'node:fs/promises';
import * as path from 'node:path';

export interface ManagedFilePlaces {
  readonly platform: NodeJS.Platform;
  readonly configHome: string;
  /** The client's system-wide folder, if not the platform's default. */
  readonly folder?: string | undefined;
}

/** Files on this machine in which an organization may put settings of the client, in ascending precedence. */
export async function managedFiles({
  platform,
  configHome,
  folder = systemFolder(platform),
}: ManagedFilePlaces): Promise<readonly string[]> {
  return [
    path.join(folder, 'managed-settings.json'),
    ...(await partsIn(path.join(folder, 'managed-settings.d'))),
    // The client's copy of the settings from its server.
    path.join(configHome, 'remote-settings.json'),
  ];
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
    .sort()
    .map((name) => path.join(folder, name));
}
