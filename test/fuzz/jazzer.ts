import * as fs from 'node:fs';
import * as path from 'node:path';
import { runCommand } from '../support/editor/command';

const version = '4.0.0';

/**
 * Installs the fuzzer unless it is installed; returns the path of its command. Rejects if its
 * native addon can't be loaded.
 */
export async function ensureJazzer(cacheFolder: string): Promise<string> {
  const folder = path.join(cacheFolder, `jazzer-${version}`);
  const core = path.join(folder, 'node_modules', '@jazzer.js', 'core');
  const command = path.join(core, 'dist', 'cli.js');
  if (!fs.existsSync(command)) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
    await runCommand('npm', [...npm, `@jazzer.js/core@${version}`], { cwd: folder });
  }
  try {
    await runCommand(process.execPath, ['-e', 'require("@jazzer.js/fuzzer")'], { cwd: folder });
  } catch (error) {
    throw new Error(
      'The fuzzer does not load here; on Linux it needs glibc 2.38 (Ubuntu 24.04, Debian 13) or newer.',
      { cause: error },
    );
  }
  return command;
}
