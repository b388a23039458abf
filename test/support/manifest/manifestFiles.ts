import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as prettier from 'prettier';
import { kindPage } from '../client/kindTable';
import { projectRoot } from '../editor/paths';
import { type Contributions, withActions } from './contributions';
import { withCommands } from './commandList';
import { englishTexts, germanTexts, type Texts } from './texts';

/** A file that is generated in part from the table of actions. */
export interface ManifestFile {
  readonly name: string;
  readonly written: string;
  /** Its text as generated from the table. */
  readonly text: string;
}

interface Manifest {
  readonly contributes: Contributions;
}

const commandsPage = 'docs/manual/commands.md';

/** Titles that the palette can list. */
function listedTitles({ commands, menus }: Contributions, english: Texts): ReadonlySet<string> {
  const never = (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
  const hidden = new Set(never.map(({ command }) => command));
  const listed = commands.filter(({ command }) => !hidden.has(command));
  return new Set(listed.map(({ title = '' }) => english[title.replaceAll('%', '')] ?? ''));
}

/** Every file that `npm run manifest` writes. */
export async function manifestFiles(): Promise<readonly ManifestFile[]> {
  const read = (name: string): string => readFileSync(path.join(projectRoot, name), 'utf8');
  const texts = (name: string): Texts => JSON.parse(read(name)) as Texts;
  const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
  const manifest = JSON.parse(read('package.json')) as Manifest;
  const contributes = { ...manifest.contributes, ...withActions(manifest.contributes) };
  const english = englishTexts(texts('package.nls.json'));
  const pages = texts('media/l10n/bundle.l10n.de.json');
  const files = {
    'package.json': json({
      ...manifest,
      contributes,
    }),
    'package.nls.json': json(english),
    'package.nls.de.json': json(germanTexts(texts('package.nls.de.json'), pages)),
    'docs/transcripts.md': kindPage(),
    [commandsPage]: withCommands(read(commandsPage), listedTitles(contributes, english)),
  };
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const options = await prettier.resolveConfig(path.join(projectRoot, name));
      const formatted = await prettier.format(text, {
        ...options,
        filepath: name,
      });
      return { name, written: read(name), text: formatted };
    }),
  );
}
