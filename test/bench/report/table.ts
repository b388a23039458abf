import type { MeasuredTable } from './benchmarksFile';
import type { Row } from '../measurement';

const headings = ['figure', 'measured', 'budget', 'raw limit', 'peer', 'ratio', ''] as const;

/** Formats the rows as a table, with their notes below it. */
export function formatTable(rows: readonly Row[]): string {
  const notes = notesOf(rows);
  return [
    alignedTable(headings, rows.map(cellsOf)),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

/** Converts the rows to the format for `docs/benchmarks.md`. */
export function measuredTable(rows: readonly Row[], run: string): MeasuredTable {
  const named = headings.map((heading) => heading || 'verdict');
  return { run, headings: named, rows: rows.map(cellsOf), notes: notesOf(rows) };
}

function cellsOf(row: Row): readonly string[] {
  return [
    row.figure,
    row.measured,
    row.budget ?? '',
    row.raw ?? '',
    row.peer ?? '',
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} ×`,
    row.verdict === 'as it is' ? '' : row.verdict,
  ];
}

function notesOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ figure, notes = [] }) => notes.map((note) => `${figure}: ${note}`));
}

/** A Markdown table whose columns are padded to the width of their widest cell. */
export function alignedTable(
  headings: readonly string[],
  cells: readonly (readonly string[])[],
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(headings), rule, ...cells.map(line)].join('\n');
}
