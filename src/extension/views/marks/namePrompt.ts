import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { escapeForInputBox } from '../markdown';

/**
 * The hint below the input box for a name. `own` is the agent's title if the session was renamed.
 */
export function namePrompt(agent: string, own: string | undefined): string {
  return own === undefined
    ? t('A name of your own, in all windows; {0} keeps its title', agent)
    : escapeForInputBox(t('Leave it empty to go back to “{0}”', plainTitle(own, 60)));
}
