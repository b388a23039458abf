import { commandTexts } from './commandTexts';
import { type ActionCommand, sessionActions } from '../../../src/shared/actions/sessionActions';

const category = 'Mission Control: ';

/** Rows of the manual’s command list for session actions, by their titles. */
const rows: ReadonlyMap<string, string> = new Map(
  sessionActions.flatMap(({ command, title, palette }) => {
    if (palette === undefined || palette.listed === 'never') return [];
    const text = command && commandTexts[command.id as ActionCommand];
    if (command === undefined || text === undefined) return [];
    const own = command.title ?? title;
    return [[own, `| ${category}${own} | ${text} |`]];
  }),
);

/**
 * Updates the command list in the manual’s page from the table of actions. Rows keep their order,
 * rows of unknown titles are removed, and new ones are appended.
 */
export function withCommands(page: string, titles: ReadonlySet<string>): string {
  const start = page.indexOf('\n|') + 1;
  const end = page.indexOf('\n\n', start);
  const [head = '', line = '', ...written] = page.slice(start, end).split('\n');
  const first = (row: string) => /^\| Mission Control: ([^|,]*[^|,\s])/.exec(row)?.[1] ?? '';
  const remaining = written.filter((row) => titles.has(first(row)));
  const firsts = new Set(remaining.map(first));
  const added = [...rows].flatMap(([title, row]) => (firsts.has(title) ? [] : [row]));
  const list = [head, line, ...remaining.map((row) => rows.get(first(row)) ?? row), ...added];
  return page.slice(0, start) + list.join('\n') + page.slice(end);
}
