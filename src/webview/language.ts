import { speak } from '../shared/words/l10n';

/** The first import of the page: what other modules say as they load is in the user's language, too. */
const words = document.getElementById('root')?.dataset['words'];
if (words !== undefined) speak(document.documentElement.lang, JSON.parse(words));
