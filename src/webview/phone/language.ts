import { speak, type Words } from '../../shared/words/l10n';
import { answerJson } from './link/answerJson';

/** Far beyond the texts of one language, in bytes. */
const maxWordsBytes = 1024 * 1024;

/** Sets the person's language where there are texts in it; they are a file of their own, read where it is wanted. */
export async function speakPhoneLanguage(): Promise<void> {
  if (!/^de\b/iu.test(navigator.language)) return;
  const words = await fetch('texts.de.json')
    .then((answer) => answerJson(answer, maxWordsBytes) as Promise<Words>) // Of our own build.
    .catch(() => undefined);
  if (words === undefined) return;
  document.documentElement.lang = 'de';
  speak('de', words);
}
