import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import { setLanguage, type Translations } from '../../shared/words/l10n';

/** Variables that name the language of messages; the first that is set decides. */
const variables = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/**
 * Sets the language that the environment names, such as `de` for `de_DE.UTF-8`, if `folder` has its
 * translations; all texts stay English otherwise.
 */
export function useLanguageOf(env: NodeJS.ProcessEnv, folder: string): void {
  const locale = variables.map((name) => env[name] ?? '').find((value) => value !== '') ?? '';
  const [, language] = /^([a-z]{2})(?:[_.@-]|$)/u.exec(locale) ?? [];
  if (language === undefined || language === 'en') return;
  const words = wordsIn(path.join(folder, `bundle.l10n.${language}.json`));
  if (words !== undefined) setLanguage(language, words);
}

function wordsIn(file: string): Translations | undefined {
  try {
    return jsonIn(readFileSync(file, 'utf8'), ownJson) as Translations | undefined;
  } catch {
    return undefined; // There is no translation.
  }
}
