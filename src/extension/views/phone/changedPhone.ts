import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { WindowPhones } from '../../link/windowPhones';
import type { Disposable } from '../../util/lifetime';
import { escapeForNotification } from '../markdown';
import { shownName } from './pairingStep';

export interface ChangedPhoneParts {
  readonly phones: Pick<WindowPhones, 'news' | 'onDidChange' | 'standingOf'>;
  readonly panel: { show(view: 'manage'): void };
}

/** Warns once about each phone whose keys differ from those with which it was connected. */
export function warnOfChangedPhones({ phones, panel }: ChangedPhoneParts): Disposable {
  const warned = new Set<string>();
  return phones.onDidChange(() => {
    for (const device of phones.news?.devices ?? []) {
      const isChanged = device.isKeyChanged === true || phones.standingOf(device) === 'changed';
      if (!isChanged || warned.has(device.id)) continue;
      warned.add(device.id);
      const show = t('Manage Phones');
      void vscode.window
        .showWarningMessage(
          escapeForNotification(
            t(
              'The key of the phone “{0}” is not the one that you connected: another program may have replaced it. Remove the phone and connect it again.',
              shownName(device.name),
            ),
          ),
          show,
        )
        .then((answer) => {
          if (answer === show) panel.show('manage');
        });
    }
  });
}
