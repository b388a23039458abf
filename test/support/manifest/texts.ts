import { commandIds } from '../../../src/extension/manifest';
import { sessionActions } from '../../../src/shared/actions/sessionActions';
import { isSubmenu, sessionMenu } from '../../../src/shared/actions/sessionMenu';

export type Texts = Readonly<Record<string, string>>;

/** Titles of submenus and of the actions’ commands, by their keys. */
const titles: Texts = Object.fromEntries([
  ...sessionActions.flatMap(({ command, title }) =>
    command === undefined ? [] : [[`command.${command.id}`, command.title ?? title]],
  ),
  ...sessionMenu
    .flat()
    .flatMap((entry) => (isSubmenu(entry) ? [[`submenu.${entry.id}`, entry.title]] : [])),
]);
const known: ReadonlySet<string> = new Set(
  Object.values(commandIds).map((id) => id.replace('missionControl.', 'command.')),
);

/** English texts of the manifest, with the titles of the actions’ commands. */
export function englishTexts(written: Texts): Texts {
  return withTitles(written, (key) => titles[key] ?? '');
}

/**
 * German texts of the manifest: a page's translation of the same title if there is one, else the
 * existing text.
 */
export function germanTexts(written: Texts, pages: Texts): Texts {
  return withTitles(written, (key) => {
    const title = titles[key] ?? '';
    const german = (key in titles ? pages[title] : undefined) ?? written[key];
    if (german !== undefined) return german;
    throw new Error(`package.nls.de.json needs “${key}”, the German of “${title}”.`);
  });
}

/** Keeps the order of the existing texts; new commands are added after the last command. */
function withTitles(written: Texts, titleOf: (key: string) => string): Texts {
  const isCommand = (key: string) => key.startsWith('command.');
  const remaining = Object.keys(written).filter((key) => !isCommand(key) || known.has(key));
  const added = Object.keys(titles).filter((key) => !remaining.includes(key));
  const end = remaining.findLastIndex(isCommand) + 1;
  return Object.fromEntries(
    remaining
      .toSpliced(end, 0, ...added)
      .map((key) => [key, key in titles ? titleOf(key) : (written[key] ?? '')]),
  );
}
