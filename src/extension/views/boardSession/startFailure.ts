import { t } from '../../../shared/words/l10n';
import { plainLine, plainTitle } from '../../../shared/text/plainText';
import type { RunnerNews } from '../../../shared/protocol/runner';

/** Explains why a session was not started and what to do about it. */
export function startFailure(
  { reason, detail }: Extract<RunnerNews, { type: 'failed' }>,
  command: string,
): string {
  const shown = plainLine(command, 200);
  switch (reason) {
    case 'missing':
      return t(
        'Claude Code wasn’t found: “{0}” isn’t a command here. Install Claude Code, or set missionControl.claudeCommand to the command that starts it.',
        shown,
      );
    case 'held':
      return t('Process {0} already runs this session, so no other one was started.', detail);
    case 'login':
      return t(
        'Claude Code isn’t logged in. Run “{0}” in a terminal once, log in there, and try again.',
        shown,
      );
    case 'silent':
      return t('Claude Code didn’t start in time: “{0}” printed nothing.', shown);
    case 'ended':
      return detail === ''
        ? t('Claude Code ended immediately without saying why. Try “{0}” in a terminal.', shown)
        : t(
            'Claude Code ended immediately: “{0}” If it is an old version, update it.',
            plainTitle(detail, 300),
          );
  }
}
