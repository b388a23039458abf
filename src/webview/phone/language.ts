import { setLanguage, type Translations } from '../../shared/words/l10n';
import { answerJson } from './link/answerJson';

/** Upper limit for the texts of one language, in bytes. */
const maxWordsBytes = 1024 * 1024;

/**
 * Loads the texts of the user's language, which are a separate file; English is used if there are
 * none.
 */
export async function loadPhoneLanguage(): Promise<void> {
  if (!/^de\b/iu.test(navigator.language)) return;
  const words = await fetch('texts.de.json')
    // Trusted: a file of this build.
    .then((answer) => answerJson(answer, maxWordsBytes) as Promise<Translations>)
    .catch(() => undefined);
  if (words === undefined) return;
  document.documentElement.lang = 'de';
  setLanguage('de', words);
}
