import { t } from '../../../shared/words/l10n';
import { plainLine, plainTitle } from '../../../shared/text/plainText';
import type { RunnerNews } from '../../../shared/protocol/runner';

/** Why a session was not started, and what to do about it: a sentence or two. */
export function startFailure(
  { reason, detail }: Extract<RunnerNews, { type: 'failed' }>,
  command: string,
): string {
  const shown = plainLine(command, 200);
  switch (reason) {
    case 'missing':
      return t(
        'The client was not found: “{0}” is no command here. Install Claude Code, or say in the setting missionControl.claudeCommand what starts it.',
        shown,
      );
    case 'held':
      return t('Process {0} runs this session already, so no other one was started.', detail);
    case 'login':
      return t(
        'The client is not logged in. Start “{0}” in a terminal once, log in there, and try again.',
        shown,
      );
    case 'silent':
      return t('The client did not begin in time: “{0}” says nothing.', shown);
    case 'ended':
      return detail === ''
        ? t('The client ended at once, and did not say why. Try “{0}” in a terminal.', shown)
        : t(
            'The client ended at once: “{0}” If it is an old one, update it.',
            plainTitle(detail, 300),
          );
  }
}
