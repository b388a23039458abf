import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { cleanEnvironment } from '../command';
import { testOutputFolder } from '../paths';
import { installExtension } from '../server';
import { publishFolder, type InstalledEditor } from './install';

/** The editor's list of installed extensions; its locations are absolute paths. */
const listName = 'extensions.json';

interface ListedExtension {
  readonly relativeLocation: string;
}

/**
 * Fills `folder`, an editor's extensions folder, with the `.vsix` files. The editor's CLI installs
 * them once per run; later editors with the same packages get copies.
 */
export async function fillExtensionFolder(
  installed: InstalledEditor,
  packages: readonly string[],
  folder: string,
): Promise<void> {
  const template = await templateOf(installed, packages);
  await fs.cp(template, folder, { recursive: true });
  const list = path.join(folder, listName);
  const listed = JSON.parse(await fs.readFile(list, 'utf8')) as readonly ListedExtension[];
  const here = listed.map((one) => ({
    ...one,
    location: { $mid: 1, scheme: 'file', path: path.join(folder, one.relativeLocation) },
  }));
  await fs.writeFile(list, JSON.stringify(here));
}

/**
 * The template is named by a hash of its content; several processes may create the same one
 * concurrently.
 */
async function templateOf(
  installed: InstalledEditor,
  packages: readonly string[],
): Promise<string> {
  const hash = createHash('sha256').update(installed.entry);
  for (const file of packages) hash.update(await fs.readFile(file));
  const folder = path.join(testOutputFolder, 'extensions', hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) await installInto(folder, installed, packages);
  return folder;
}

async function installInto(
  folder: string,
  installed: InstalledEditor,
  packages: readonly string[],
): Promise<void> {
  const root = `${folder}.partial-${String(process.pid)}`;
  await fs.mkdir(root, { recursive: true });
  try {
    await fs.writeFile(path.join(root, 'config.yaml'), '');
    const env = cleanEnvironment({ HOME: root, XDG_DATA_HOME: root });
    for (const file of packages) await installExtension(installed, { root, env }, file);
    await publishFolder(path.join(root, 'extensions'), folder);
  } finally {
    await fs.rm(root, { recursive: true, force: true });
  }
}
