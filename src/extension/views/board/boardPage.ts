import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { BoardPlace } from '../../../shared/board/arrangement';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Arrangements } from './arrangements';
import type { AttendedCards } from '../../page/attendedCards';
import { boardHtml } from './boardHtml';
import { PageChannel } from '../../page/pageChannel';
import type { PageSources } from './pageSources';

/** Dependencies that all pages of the board share. */
export interface BoardPageParts {
  readonly extensionUri: vscode.Uri;
  readonly sources: PageSources;
  readonly arrangements: Arrangements;
  readonly cards: AttendedCards;
}

/** A panel or view that can show the page. */
export interface BoardSurface {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<void>;
}

/** The board's page in a panel or a view, with its channel. */
export class BoardPage implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly channel: PageChannel;

  constructor(place: BoardPlace, surface: BoardSurface, parts: BoardPageParts) {
    const { extensionUri, sources, arrangements, cards } = parts;
    const { webview } = surface;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.channel = this.lifetime.add(
      new PageChannel({
        port: {
          get visible() {
            return surface.visible;
          },
          onDidChangeVisibility: surface.onDidChangeVisibility,
          onDidReceive: (listener) => webview.onDidReceiveMessage(listener),
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's call, not the window's
          post: (message) => void webview.postMessage(message),
        },
        ...sources,
        keep: (arrangement) => arrangements.write(place, arrangement),
        seen: (seen) => cards.setSeen(this, seen),
      }),
    );
    // Set last, so that the channel is already listening when the page sends its first message.
    webview.html = boardHtml({
      scriptUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.js'))),
      styleUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.css'))),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      place,
      arrangement: arrangements.read(place),
    });
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
