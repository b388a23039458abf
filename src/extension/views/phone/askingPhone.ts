import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { WindowPhones } from '../../link/windowPhones';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { escapeForNotification } from '../markdown';
import { shownName } from './pairingStep';

export interface AskingPhoneParts {
  readonly phones: Pick<WindowPhones, 'news' | 'onDidChange'>;
  readonly panel: { readonly isInSight: boolean; show(view: 'connect'): void };
}

/**
 * Shows a notification in the focused window when a phone waits for acceptance, unless the panel is
 * visible.
 */
export class AskingPhone implements Disposable {
  private readonly lifetime = new DisposableStore();
  /** Ids of the phones for which this window has already shown a notification. */
  private readonly called = new Set<string>();

  constructor(private readonly parts: AskingPhoneParts) {
    this.lifetime.add(parts.phones.onDidChange(() => void this.checkPhones()));
    this.lifetime.add(vscode.window.onDidChangeWindowState(() => void this.checkPhones()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async checkPhones(): Promise<void> {
    const { phones, panel } = this.parts;
    const asking = phones.news?.pairing?.asking;
    if (asking === undefined || this.called.has(asking.device)) return;
    if (!vscode.window.state.focused || panel.isInSight) return;
    this.called.add(asking.device);
    const show = t('Show');
    const answer = await vscode.window.showInformationMessage(
      escapeForNotification(t('“{0}” wants to connect. Compare its code.', shownName(asking.name))),
      show,
    );
    if (answer === show) panel.show('connect');
  }
}
