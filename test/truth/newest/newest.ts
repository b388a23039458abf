import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { clientPackage, installClient } from '../../support/claude/install';
import { projectRoot } from '../../support/editor/paths';
import { recording, recordingNames, type Row } from '../../support/recordings/recording';
import { tableHead, tableRow, total, totalRow } from '../report';
import { runAll } from '../run';
import type { Cast } from '../scenario';
import { castOf, oneOfEachKind } from '../shortForm';
import { newsPage } from './page';
import { productFor } from './product';
import { programLists } from './program';
import { Vocabulary } from './vocabulary';

/**
 * Scenarios for a first check of a new client, which produce most kinds of its data in three
 * minutes.
 */
const shortSet = [
  ...oneOfEachKind,
  'a plan is approved',
  'the last open task is completed',
  'into a work tree and out again',
  'Escape calls a wake-up off',
  'auto mode blocks a call, the turn goes on',
  'a call is denied where nobody is to be asked',
  'a teammate works, asks for a permission, and rests',
] as const;

/** The client version that the package registry currently installs. */
async function latestVersion(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['view', clientPackage, 'version']);
  return stdout.trim();
}

/**
 * Plays the short set with a client, and prints the names in its data that no recording contains or
 * that the product does not read.
 */
export async function playNewest(chosen: string | undefined, atOnce: number): Promise<boolean> {
  const version = chosen ?? (await latestVersion());
  const lists = await programLists(await installClient(version));
  const seen = new Vocabulary();
  seen.add('event', ...lists.hookEvents);
  seen.add('notification', ...lists.notifications);
  const folder = path.join(projectRoot, 'dist', 'newest', version);
  await fs.mkdir(folder, { recursive: true });
  console.log(`Claude Code ${version}: ${shortSet.length} scenarios.\n\n${tableHead()}`);
  const casts = shortSet.map((name): Cast => {
    const record = async (rows: readonly Row[]): Promise<void> => {
      seen.addRows(rows);
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      await fs.writeFile(path.join(folder, `${fileName(name)}.jsonl`), lines);
    };
    const played = castOf(name, { client: version, hooks: true });
    return { ...played, recorded: { events: lists.hookEvents, record } };
  });
  const outcomes = await runAll(casts, atOnce, (outcome) => console.log(tableRow(outcome)));
  console.log(totalRow('ALL', total(outcomes)));
  if (lists.hookEvents.length === 0)
    console.log('The program lists no hook events: none recorded.');
  console.log(newsPage(seen, recordedWords(), productFor(version)));
  console.log(`\nRecorded in ${path.relative(projectRoot, folder)}, one file for each scenario.`);
  return outcomes.every(({ problem }) => problem === undefined);
}

function recordedWords(): Vocabulary {
  const words = new Vocabulary();
  for (const name of recordingNames()) words.addRows(recording(name));
  return words;
}

function fileName(scenario: string): string {
  return scenario
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
}
