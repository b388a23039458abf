import { access, constants, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** Folders beside those of the PATH, and full paths of the program where it has another name. */
export interface MorePlaces {
  readonly folders?: readonly string[];
  readonly others?: readonly string[];
}

/**
 * Full path of a program; undefined where there is none. No relative folder counts: a name alone
 * would also be looked for in the folder where it is to run, which on Windows comes first.
 */
export async function findProgram(
  name: string,
  env: NodeJS.ProcessEnv,
  { folders = [], others = [] }: MorePlaces = {},
): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const places = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter);
  const candidates = [...places, ...folders]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, file));
  for (const candidate of [...candidates, ...others]) {
    if (await isProgram(candidate)) return candidate;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
