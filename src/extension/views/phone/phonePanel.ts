import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import {
  fromPhonePanelSchema,
  type PhonePanelState,
  type ToPhonePanel,
} from '../../../shared/messages/phonePanelMessages';
import { t } from '../../../shared/words/l10n';
import { viewIds } from '../../manifest';
import { type Disposable, DisposableSlot, DisposableStore } from '../../util/lifetime';
import { watchOrphanedTabs } from '../board/orphanedTabs';
import { pageHtml } from '../board/pageHtml';
import { warnOnError } from '../warnOnError';
import type { PhoneDesk } from './phoneDesk';

export interface PhonePanelParts {
  readonly extensionUri: vscode.Uri;
  readonly desk: PhoneDesk;
}

/**
 * The phone panel of a window. It is not restored after a reload, because it shows a short-lived
 * secret.
 */
export class PhonePanel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly open = this.lifetime.add(new DisposableSlot<OpenPhonePanel>());

  constructor(private readonly parts: PhonePanelParts) {
    this.lifetime.add(
      watchOrphanedTabs(
        viewIds.phonePanel,
        () => (this.open.value === undefined ? [] : [this.open.value.panel]),
        (tab) => void vscode.window.tabGroups.close(tab, true),
      ),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** True if the panel is visible. */
  get isInSight(): boolean {
    return this.open.value?.panel.visible === true;
  }

  show(view: PhonePanelState['view']): void {
    const { extensionUri, desk } = this.parts;
    desk.show(view);
    if (this.open.value !== undefined) {
      this.open.value.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      viewIds.phonePanel,
      t('Phones'),
      vscode.ViewColumn.Active,
    );
    const media = (name: string) => vscode.Uri.joinPath(extensionUri, 'media', name);
    panel.iconPath = { light: media('phone-light.svg'), dark: media('phone-dark.svg') };
    const opened = new OpenPhonePanel(panel, this.parts);
    this.open.value = opened;
    panel.onDidDispose(() => {
      if (this.open.value === opened) this.open.value = undefined;
      void desk.leave();
    });
  }
}

/** A panel with its page. */
class OpenPhonePanel implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(
    readonly panel: vscode.WebviewPanel,
    { extensionUri, desk }: PhonePanelParts,
  ) {
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const post = (message: ToPhonePanel): void => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's call, not the window's
      void webview.postMessage(message);
    };
    this.lifetime.add(desk.onDidChange(() => post({ type: 'state', state: desk.state })));
    this.lifetime.add(
      webview.onDidReceiveMessage((message: unknown) => {
        const known = fromPhonePanelSchema.safeParse(message);
        if (known.success) void warnOnError(() => desk.handleMessage(known.data));
      }),
    );
    // The page sends the first message, so the listeners above are already registered.
    webview.html = pageHtml({
      scriptUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'phonePanel.js'))),
      styleUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'phonePanel.css'))),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      title: t('Phones'),
      rootData: {},
    });
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
