import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../support/editor/paths';
import { manifestFiles } from '../support/manifest/manifestFiles';

/**
 * Writes the entries of the table of actions into the manifest; with `--check`, lists the stale
 * files.
 */
async function main(): Promise<void> {
  const stale = (await manifestFiles()).filter(({ written, text }) => written !== text);
  if (process.argv.includes('--check')) {
    if (stale.length === 0) return;
    const names = stale.map(({ name }) => name).join(', ');
    throw new Error(`${names} are not what the sources generate. Run: npm run manifest`);
  }
  for (const { name, text } of stale) {
    writeFileSync(path.join(projectRoot, name), text);
    console.log(`Wrote ${name}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
