import { writeFileSync } from 'node:fs';
import { installClient } from '../../support/claude/install';
import { clientNames, kindRows, namesFile } from '../../support/client/kindTable';
import { recordNames } from './recordNames';

/**
 * Prints the kinds of records that a client's program can write but the table does not contain, and
 * those that the client no longer has. With `UPDATE_NAMES=1`, writes the client's names into the
 * table instead.
 */
export async function printNewNames(version: string): Promise<void> {
  const names = await recordNames(await installClient(version));
  if (names.length === 0) throw new Error(`No names were found in the program of ${version}.`);
  if (process.env['UPDATE_NAMES'] === '1') {
    writeFileSync(namesFile, `${JSON.stringify({ version, names }, undefined, 2)}\n`);
    console.log(`Wrote ${names.length} names. Next: npm run manifest`);
    return;
  }
  const known = new Set(kindRows().map(({ kind }) => kind));
  const before = clientNames();
  const removed = before.names.filter((name) => !names.includes(name));
  const list = (some: readonly string[]): string => (some.length === 0 ? 'none' : some.join(' '));
  console.log(`Not in docs/transcripts.md: ${list(names.filter((name) => !known.has(name)))}`);
  console.log(`In ${before.version}, and not in ${version}: ${list(removed)}`);
}
