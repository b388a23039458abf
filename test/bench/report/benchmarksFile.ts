import * as fs from 'node:fs';
import * as path from 'node:path';
import * as prettier from 'prettier';
import { projectRoot } from '../../support/editor/paths';

/** The sections of the file, each with a table. */
export type Section = 'The bench' | 'The truth bench';

/** The results of one run. The first cell of a row is its name, which is unique in the table. */
export interface MeasuredTable {
  /** Date and machine of the run. */
  readonly run: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Notes below the table; each starts with the name of its row and a colon. */
  readonly notes: readonly string[];
}

/** A row as stored in the file, with its run and its notes. */
interface MeasuredRow {
  readonly cells: readonly string[];
  readonly run: string;
  readonly notes: readonly string[];
}

const file = path.join(projectRoot, 'docs', 'benchmarks.md');
const sections: readonly Section[] = ['The bench', 'The truth bench'];
const runHeading = 'run';

const title = `# Benchmarks

\`npm run bench\` and \`npm run truth\` write this file; [testing](testing.md) says what they measure. A whole run replaces its table. A part of the bench (\`--only\`) replaces the rows that it measured. The last column names the run of a row.`;

/**
 * Writes measurements into `docs/benchmarks.md`; returns the path of the file relative to the
 * project.
 */
export async function writeBenchmarks(
  section: Section,
  measured: MeasuredTable,
  isWhole: boolean,
): Promise<string> {
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, await withMeasured(before, section, measured, isWhole));
  return path.relative(projectRoot, file);
}

/** Adds the measurements to the text of the file, formatted with Prettier. */
export async function withMeasured(
  before: string,
  section: Section,
  measured: MeasuredTable,
  isWhole: boolean,
): Promise<string> {
  const parts = sections.map((name) => {
    const kept = sectionOf(before, name);
    if (name !== section) return kept;
    return `## ${name}\n\n${print(isWhole ? [] : rowsOf(kept), measured)}`;
  });
  const config = await prettier.resolveConfig(file);
  return prettier.format([title, ...parts].join('\n\n'), { ...config, parser: 'markdown' });
}

function sectionOf(text: string, name: Section): string {
  const [, ...found] = text.split(/^(?=## )/mu);
  return found.find((one) => one.startsWith(`## ${name}\n`))?.trim() ?? `## ${name}`;
}

/** Parses the rows of a section's table. */
function rowsOf(section: string): readonly MeasuredRow[] {
  const lines = section.split('\n');
  const notes = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  const runs = lines.flatMap((line) => /^\d+\. (.*)$/u.exec(line)?.slice(1) ?? []);
  const [, , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  return rows.map((row) => {
    const run = runs[Number(row.at(-1)) - 1] ?? '';
    const cells = row.slice(0, -1);
    return { cells, run, notes: notes.filter((note) => belongsTo(cells, note)) };
  });
}

function belongsTo([name]: readonly string[], note: string): boolean {
  return note.startsWith(`${name}: `);
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/**
 * Prints a section. A measured row replaces the stored one with the same name; runs without rows
 * are omitted.
 */
function print(
  kept: readonly MeasuredRow[],
  { run, headings, rows, notes }: MeasuredTable,
): string {
  const latest = new Map(kept.map((row) => [row.cells[0], row]));
  for (const cells of rows) {
    latest.set(cells[0], { cells, run, notes: notes.filter((note) => belongsTo(cells, note)) });
  }
  const all = [...latest.values()];
  // Sorts by time, because each run starts with its date.
  const runs = [...new Set(all.map((row) => row.run))].sort();
  const printed = all.map((row) => [...row.cells, String(runs.indexOf(row.run) + 1)]);
  return [
    runs.map((one, index) => `${index + 1}. ${one}`).join('\n'),
    [[...headings, runHeading], [...headings, runHeading].map(() => '---'), ...printed]
      .map(printRow)
      .join('\n'),
    all.flatMap((row) => row.notes.map((note) => `- ${note}`)).join('\n'),
  ].join('\n\n');
}

function printRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
