import type { PhonePanelState, TestedPush } from '../../shared/messages/phonePanelMessages';
import { formatAgo } from '../../shared/words/format';
import { language, t } from '../../shared/words/l10n';

type Device = PhonePanelState['devices'][number];

/** Text for the stage of a phone's newest push. */
export function newestPushText({ push }: Device, now: number): string {
  if (push === undefined) return t('Notifications are off');
  const { stage, at = now, detail } = push;
  const ago = formatAgo(new Date(at).toISOString(), now);
  switch (stage) {
    case undefined:
      return t('Notifications are on');
    case 'sent':
    case 'accepted':
      return t('Push on its way');
    case 'silent':
      return t('Last push accepted {0}, but the phone did not confirm it', ago);
    case 'shown':
      return t('Last push shown {0}', ago);
    case 'opened':
      return t('Last push opened {0}', ago);
    case 'answered':
      return t('Last push answered {0}', ago);
    case 'failed':
      return detail === undefined
        ? t('Last push failed {0}', ago)
        : t('Last push failed {0}: {1}', ago, t(detail));
  }
}

/** Text for the result of a test push so far. */
export function testedPushText(
  device: Device,
  { isShown, shownAfterMs, problem }: TestedPush,
): string {
  if (problem !== undefined) return problem;
  if (shownAfterMs !== undefined) {
    const seconds = new Intl.NumberFormat(language(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }).format(shownAfterMs / 1_000);
    return t('Shown on {0} after {1} s', device.name, seconds);
  }
  if (isShown === true) return t('Shown on {0}', device.name);
  const { stage, detail } = device.push ?? {};
  if (stage === 'silent') {
    return t(
      'The push service took it, but {0} did not confirm it. Look whether it is there, and whether the phone is online.',
      device.name,
    );
  }
  if (stage === 'failed')
    return detail === undefined ? t('The push could not be sent.') : t(detail);
  return t('Waiting for {0} to show it…', device.name);
}
