import { access, constants, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** Folders to search in addition to PATH, and full paths of the program under other names. */
export interface MorePlaces {
  readonly folders?: readonly string[];
  readonly others?: readonly string[];
}

/**
 * Full path of a program; undefined if it is not found. Relative folders are ignored, and a bare
 * name is not returned, because it would also be searched in the working folder, which comes first
 * on Windows.
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
