import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { jsonIn } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import type { Translations } from '../../../../shared/words/l10n';

/**
 * Reads the translated texts in the folder of the page by language, such as `texts.de.json`; files
 * that cannot be read are ignored.
 */
export async function readTranslations(folder: string): Promise<ReadonlyMap<string, Translations>> {
  const all = new Map<string, Translations>();
  for (const name of await readdir(folder).catch(() => [])) {
    const language = /^texts\.([a-z]{2})\.json$/u.exec(name)?.[1];
    if (language === undefined) continue;
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
    all.set(language, parseTranslations(text));
  }
  return all;
}

function parseTranslations(text: string): Translations {
  const entries = Object.entries(fieldsOf(jsonIn(text)));
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
