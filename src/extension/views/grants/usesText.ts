import type { GrantUse } from '../../../shared/protocol/work/grants';

/** Formats of an export, by file extension. */
export const useFormats = { csv: usesAsCsv, jsonl: usesAsJsonLines } as const;

const columns: readonly (readonly [name: string, value: (use: GrantUse) => string])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['session', ({ session }) => session],
  ['tool', ({ tool }) => tool],
  ['what', ({ what }) => what],
  ['allowed', ({ words }) => words],
  ['by', ({ by }) => by],
  ['key', ({ key }) => key],
  ['subagent', ({ agent = '' }) => agent],
  ['delivered', ({ lost }) => (lost === true ? 'no' : 'yes')],
  ['call', ({ call }) => call],
  ['grant', ({ grant }) => grant],
];

/** The ledger as CSV (RFC 4180) with a header row. */
export function usesAsCsv(uses: readonly GrantUse[]): string {
  const rows = [
    columns.map(([name]) => name),
    ...uses.map((use) => columns.map(([, value]) => value(use))),
  ];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The ledger as one JSON object in each line. */
export function usesAsJsonLines(uses: readonly GrantUse[]): string {
  return uses.map((use) => `${JSON.stringify(use)}\n`).join('');
}

/** A quoted cell; an apostrophe keeps spreadsheets from running text of an agent as a formula. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
