import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { PagePlace } from '../../../shared/board/arrangement';
import type { BoardModel } from '../../link/boardModel';
import type { HubClient } from '../../link/hubClient';
import type { WindowConnection } from '../../link/windowConnection';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { Arrangements } from './arrangements';
import { boardHtml } from './boardHtml';
import type { HooksState } from '../hooksState';
import { PageChannel, type PageControl, type PageIntents } from './pageChannel';

/** Parts that every page of the board is made of. */
export interface BoardPageParts {
  readonly extensionUri: vscode.Uri;
  readonly board: BoardModel;
  readonly hooks: HooksState;
  readonly hub: HubClient<'window'>;
  readonly control: PageControl;
  readonly line: Pick<WindowConnection, 'mutes' | 'onDidChangeMutes'>;
  readonly intents: PageIntents;
  /** Tells the person why something was not done. */
  readonly say: (problem: string) => void;
  readonly arrangements: Arrangements;
  readonly log: Log;
}

/** A place in the editor that can hold the page. */
export interface BoardSurface {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<void>;
}

/** The board's page in a panel or a view, with its channel. */
export class BoardPage implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly channel: PageChannel;

  constructor(place: PagePlace, surface: BoardSurface, parts: BoardPageParts) {
    const { extensionUri, board, hooks, hub, control, line, intents, arrangements, say, log } =
      parts;
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
        board,
        hooks,
        hub,
        control,
        line,
        intents,
        say,
        keep: (arrangement) => arrangements.write(place, arrangement),
        log,
        home: os.homedir(),
      }),
    );
    // The document last: the channel listens before the page can speak.
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
