import * as fs from 'node:fs';
import * as path from 'node:path';
import * as prettier from 'prettier';
import { projectRoot } from '../support/editor/paths';

/** The names of the two tables, each a section of the file. */
export type Section = 'The bench' | 'The truth bench';

/** What one run measured. The first cell of a row names it; the table has one row of each name. */
export interface MeasuredTable {
  /** Date and machine. */
  readonly run: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Each begins with the name of its row and a colon. */
  readonly notes: readonly string[];
}

const file = path.join(projectRoot, 'docs', 'benchmarks.md');
const sections: readonly Section[] = ['The bench', 'The truth bench'];
const runHeading = 'run';

const title = `# Benchmarks

\`npm run bench\` and \`npm run truth\` write this file; [testing](testing.md) says what they measure. A whole run replaces its table. A part of the bench (\`--only\`) replaces the rows that it measured. The last column names the run of a row.`;

/** Puts what was measured into `docs/benchmarks.md`. */
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

/** The text of the file with what was measured, formatted as the check wants it. */
export async function withMeasured(
  before: string,
  section: Section,
  measured: MeasuredTable,
  isWhole: boolean,
): Promise<string> {
  const parts = sections.map((name) => {
    const kept = sectionOf(before, name);
    if (name !== section) return kept;
    return `## ${name}\n\n${print(isWhole ? [measured] : [...tablesOf(kept), measured])}`;
  });
  const config = await prettier.resolveConfig(file);
  return prettier.format([title, ...parts].join('\n\n'), { ...config, parser: 'markdown' });
}

function sectionOf(text: string, name: Section): string {
  const [, ...found] = text.split(/^(?=## )/mu);
  return found.find((one) => one.startsWith(`## ${name}\n`))?.trim() ?? `## ${name}`;
}

/** The section's table, taken apart again into a table for each of its runs. */
function tablesOf(section: string): readonly MeasuredTable[] {
  const lines = section.split('\n');
  const [headings = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  const notes = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  const runs = lines.flatMap((line) => /^\d+\. (.*)$/u.exec(line)?.slice(1) ?? []);
  return runs.map((run, index) => {
    const own = rows
      .filter((row) => row.at(-1) === String(index + 1))
      .map((row) => row.slice(0, -1));
    return {
      run,
      headings: headings.slice(0, -1),
      rows: own,
      notes: notes.filter((note) => own.some(([figure]) => note.startsWith(`${figure}: `))),
    };
  });
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A row of a later run stands in the place of the earlier one; a run without rows is left out. */
function print(tables: readonly MeasuredTable[]): string {
  const latest = new Map<
    string,
    { readonly table: MeasuredTable; readonly row: readonly string[] }
  >();
  for (const table of tables) {
    for (const row of table.rows) latest.set(row[0] ?? '', { table, row });
  }
  const rows = [...latest.values()];
  const runs = tables.filter((table) => rows.some((one) => one.table === table));
  const headings = [...(tables.at(-1)?.headings ?? []), runHeading];
  const cells = rows.map(({ table, row }) => [...row, String(runs.indexOf(table) + 1)]);
  const notes = rows.flatMap(({ table, row }) =>
    table.notes.filter((note) => note.startsWith(`${row[0]}: `)),
  );
  return [
    runs.map(({ run }, index) => `${index + 1}. ${run}`).join('\n'),
    [headings, headings.map(() => '---'), ...cells].map(printRow).join('\n'),
    notes.map((note) => `- ${note}`).join('\n'),
  ].join('\n\n');
}

function printRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
