import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import manifest from '../../../../package.json';
import { cleanEnvironment, runCommand } from '../command';
import { projectRoot, testOutputFolder } from '../paths';

const vsixVariable = 'MISSION_CONTROL_VSIX';

/**
 * A README on the marketplace needs absolute links. `vsce` derives them from the manifest's
 * `repository`, and rejects relative links if the manifest has none.
 */
const keepsRelativeLinks = '--no-rewrite-relative-links';

/** A README line that is a picture, with the empty line after it. */
const picture = /^!\[.*\]\(.*\)\n\n?/gmu;
/** A link to a file of the repository. */
const fileLink = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/gu;

/** Packages the product at `file`, built for production; any warning is an error. */
export async function packageExtension(file: string): Promise<string> {
  const hasRepository = 'repository' in manifest;
  const target = path.resolve(projectRoot, file);
  const options = hasRepository ? [] : [keepsRelativeLinks];
  return runPackager(projectRoot, target, [
    ...options,
    '--readme-path',
    await writeReadme(hasRepository),
  ]);
}

/**
 * Writes the package's README. If the manifest names no repository, pictures and links to pages are
 * removed, since the package does not contain their targets.
 */
async function writeReadme(hasRepository: boolean): Promise<string> {
  const text = await fs.readFile(path.join(projectRoot, 'README.md'), 'utf8');
  const readme = path.join('dist', 'README.md');
  await fs.mkdir(path.join(projectRoot, 'dist'), { recursive: true });
  await fs.writeFile(
    path.join(projectRoot, readme),
    hasRepository ? text : text.replaceAll(picture, '').replaceAll(fileLink, '$1'),
  );
  return readme;
}

/** Packages the small extension in `folder` into the folder `target`. */
export async function packageFolder(folder: string, target: string): Promise<string> {
  return runPackager(folder, path.join(target, `${path.basename(folder)}.vsix`), [
    keepsRelativeLinks,
    '--skip-license',
  ]);
}

async function runPackager(
  folder: string,
  target: string,
  more: readonly string[],
): Promise<string> {
  await fs.mkdir(path.dirname(target), { recursive: true });
  const vsce = path.join(projectRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', target];
  const output = await runCommand(process.execPath, [vsce, ...args, ...more], {
    cwd: folder,
    env: cleanEnvironment(),
  });
  if (/\bWARNING\b/.test(output)) throw new Error(`The package is not clean:\n${output}`);
  return target;
}

/** `<name>-<version>.vsix` in the root. */
export const releaseFile = `${manifest.name}-${manifest.version}.vsix`;

let packaged: Promise<string> | undefined;

/**
 * Path of the package under test: the one that `npm test` built, else a new one, built once per
 * process.
 */
export async function packageUnderTest(): Promise<string> {
  const made = process.env[vsixVariable];
  packaged ??=
    made === undefined
      ? packageExtension(path.join(testOutputFolder, 'mission-control.vsix'))
      : Promise.resolve(made);
  return packaged;
}

/** Environment that passes a finished package to the processes of a test run. */
export function sharePackage(file: string): NodeJS.ProcessEnv {
  return { [vsixVariable]: file };
}
