import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { BoardModel } from '../link/boardModel';
import { viewIds } from '../manifest';
import { Emitter } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { boardHtml } from './boardHtml';
import type { HooksState } from './hooksState';
import { PageChannel, type PageIntents } from './pageChannel';

/** The one board panel of a window: opened by command, restored with the window. */
export class BoardPanel implements Disposable, vscode.WebviewPanelSerializer {
  private readonly lifetime = new DisposableStore();
  private readonly open = this.lifetime.add(new DisposableSlot<OpenPanel>());

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly board: BoardModel,
    private readonly hooks: HooksState,
    private readonly intents: PageIntents,
    private readonly log: Log,
  ) {
    this.lifetime.add(vscode.window.registerWebviewPanelSerializer(viewIds.boardPanel, this));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  show(): void {
    if (this.open.value !== undefined) {
      this.open.value.panel.reveal();
      return;
    }
    this.adopt(
      vscode.window.createWebviewPanel(
        viewIds.boardPanel,
        'Mission Control',
        vscode.ViewColumn.Active,
      ),
    );
  }

  reveal(sessionId: string, explain = false): void {
    this.show();
    this.open.value?.channel.reveal(sessionId, explain);
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.adopt(panel);
    return Promise.resolve();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.open.value?.panel.dispose();
    const dist = vscode.Uri.joinPath(this.extensionUri, 'dist');
    const media = (name: string) => vscode.Uri.joinPath(this.extensionUri, 'media', name);
    panel.iconPath = { light: media('board-light.svg'), dark: media('board-dark.svg') };
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const opened = new OpenPanel(panel, (port) => {
      const { board, hooks, intents, log } = this;
      return new PageChannel({ port, board, hooks, intents, log, home: os.homedir() });
    });
    this.open.value = opened;
    panel.onDidDispose(() => {
      if (this.open.value === opened) this.open.value = undefined;
    });
    // The document last: the channel listens before the page can speak.
    panel.webview.html = boardHtml({
      scriptUri: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.js'))),
      styleUri: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.css'))),
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
    });
  }
}

/** A panel with its channel. The panel stays when the window closes, so that it is restored. */
class OpenPanel implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly channel: PageChannel;

  constructor(
    readonly panel: vscode.WebviewPanel,
    channelTo: (port: ConstructorParameters<typeof PageChannel>[0]['port']) => PageChannel,
  ) {
    const visibility = this.lifetime.add(new Emitter<void>());
    this.lifetime.add(panel.onDidChangeViewState(() => visibility.fire()));
    this.channel = this.lifetime.add(
      channelTo({
        get visible() {
          return panel.visible;
        },
        onDidChangeVisibility: visibility.event,
        onDidReceive: (listener) => panel.webview.onDidReceiveMessage(listener),
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's call, not the window's
        post: (message) => void panel.webview.postMessage(message),
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
