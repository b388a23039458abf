import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { InstalledEditor } from './install';

/** Query of a window's URL that enables the cuts below. */
export const trimmedQuery = 'trimmed=1';

const isTrimmed = `location.search.includes(${JSON.stringify(trimmedQuery)})`;

/** Places in the minified workbench, each with its replacement. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // The built-in list of about a hundred browser extensions, which is independent of the server's
  // extensions folder.
  [/(?<=builtinExtensionsPromises=)(\w+)(?=\.map\()/gu, `(${isTrimmed}?[]:$1)`],
  // The second extension host, a web worker that runs only such extensions.
  [
    /(?<=createExtensionHost\(\w+,\w+,\w+\)\{switch\(\w+\.kind\)\{case 1:return null;case 2:\{)/gu,
    `if(${isTrimmed})return null;`,
  ],
];

/**
 * Patches an installed editor so that a window's URL can leave out browser extensions and their
 * host. The workbench has no setting for it, and both take a fifth of the processor time of each
 * window load.
 */
export async function trimWorkbench({ workbench }: InstalledEditor): Promise<void> {
  const mark = path.join(path.dirname(workbench), trimmedQuery);
  if (existsSync(mark)) return;
  const text = await fs.readFile(workbench, 'utf8');
  if (!text.includes(isTrimmed)) {
    const partial = `${workbench}.partial-${String(process.pid)}`;
    await fs.writeFile(partial, trimmed(text));
    await fs.rename(partial, workbench);
  }
  await fs.writeFile(mark, '');
}

function trimmed(text: string): string {
  return cuts.reduce((before, [place, replacement]) => {
    const found = before.match(place)?.length ?? 0;
    if (found !== 1) throw new Error(`The workbench has ${found} places of ${String(place)}`);
    return before.replace(place, replacement);
  }, text);
}
