import { readmeTexts } from './readmeTexts';
import { type ActionCommand, sessionActions } from '../../../src/shared/actions/sessionActions';

const heading = '\n## Commands\n';
const category = 'Mission Control: ';

/** Rows of the README’s list for actions, by the title that each begins with. */
const rows: ReadonlyMap<string, string> = new Map(
  sessionActions.flatMap(({ command, title, palette }) => {
    if (palette === undefined || palette.listed === 'never') return [];
    const text = command && readmeTexts[command.id as ActionCommand];
    if (command === undefined || text === undefined) return [];
    const own = command.title ?? title;
    return [[own, `| ${category}${own} | ${text} |`]];
  }),
);

/**
 * The README with its list of commands as the table of actions says it. Rows keep their order, those of
 * unknown titles go, and new ones come last.
 */
export function withCommands(readme: string, titles: ReadonlySet<string>): string {
  const start = readme.indexOf('\n|', readme.indexOf(heading)) + 1;
  const end = readme.indexOf('\n\n', start);
  const [head = '', line = '', ...written] = readme.slice(start, end).split('\n');
  const first = (row: string) => /^\| Mission Control: ([^|,]*[^|,\s])/.exec(row)?.[1] ?? '';
  const kept = written.filter((row) => titles.has(first(row)));
  const firsts = new Set(kept.map(first));
  const added = [...rows].flatMap(([title, row]) => (firsts.has(title) ? [] : [row]));
  const list = [head, line, ...kept.map((row) => rows.get(first(row)) ?? row), ...added];
  return readme.slice(0, start) + list.join('\n') + readme.slice(end);
}
