import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { InstalledEditor } from './install';

/** Part of the address of a window that leaves out what this file makes optional. */
export const trimmedQuery = 'trimmed=1';

const isTrimmed = `location.search.includes(${JSON.stringify(trimmedQuery)})`;

/** Places in the minified workbench, each with what it becomes. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // The list of the hundred extensions for browsers, which the server's own folder of extensions does not change.
  [/(?<=builtinExtensionsPromises=)(\w+)(?=\.map\()/gu, `(${isTrimmed}?[]:$1)`],
  // The second extension host, a worker of the page, in which only such extensions run.
  [
    /(?<=createExtensionHost\(\w+,\w+,\w+\)\{switch\(\w+\.kind\)\{case 1:return null;case 2:\{)/gu,
    `if(${isTrimmed})return null;`,
  ],
];

/**
 * Lets windows of an installed editor leave out the extensions for browsers and their host, by the address. The
 * workbench has no setting for it, and both take a fifth of the processor time of each load of a window.
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
