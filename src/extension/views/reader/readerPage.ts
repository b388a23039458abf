import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { ReaderTarget, ToReader } from '../../../shared/messages/readerMessages';
import { commandIds, type SessionTarget } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { warnOnError } from '../warnOnError';
import { pageHtml } from '../board/pageHtml';
import type { PageSources } from '../board/pageSources';
import type { ReadableSessions } from '../../reader/readableSessions';
import { run } from '../typedCommands';
import { barChannel } from './barChannel';
import { noLimits } from '../../reader/items/clip';
import type { EditDiffs } from './editDiffs';
import { copyTextOf } from '../../reader/items/itemText';
import { machineOf } from '../machines/elsewhere';
import { openLink } from './openLink';
import { ReaderChannel, type ReaderIntents } from '../../reader/readerChannel';
import { readerHead } from '../../reader/readerHead';
import type { ReadPart } from '../../reader/remoteTranscript';
import { transcriptFile } from '../../reader/transcriptFile';
import { TranscriptSource } from '../../reader/transcriptSource';

export interface ReaderParts {
  readonly extensionUri: vscode.Uri;
  /** Data sources for the session bar and the board's state. */
  readonly sources: PageSources;
  readonly sessions: ReadableSessions;
  readonly configHome: string;
  readonly readPart: ReadPart;
  readonly diffs: EditDiffs;
}

/** The functions of a panel that its page calls. */
export interface PagePanel {
  keep(kept: boolean): void;
  openBeside(target: ReaderTarget): void;
}

/** The page of one transcript in a panel, with its file and its channel. */
export class ReaderPage implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly source: TranscriptSource;
  private readonly channel: ReaderChannel;
  private readonly fromBar = this.lifetime.add(new Emitter<unknown>());

  constructor(
    private readonly panel: vscode.WebviewPanel,
    readonly target: ReaderTarget,
    private readonly parts: ReaderParts,
    owner: PagePanel,
    kept: boolean,
    quote: string | undefined,
  ) {
    const { extensionUri, sources, sessions, configHome, readPart } = parts;
    const { board, log } = sources;
    const session = sessionTarget(target);
    const file = transcriptFile({ target: session, sessions, configHome, readPart });
    this.source = this.lifetime.add(
      new TranscriptSource({ target: session, sessions, file, home: os.homedir() }),
    );
    const heads = this.lifetime.add(new Emitter<void>());
    this.lifetime.add(
      board.onDidChange(({ changed }) => {
        if (changed.some(({ sessionId }) => sessionId === target.sessionId)) this.source.check();
        this.showTitle();
        heads.fire();
      }),
    );
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's call, not the window's
    const post = (message: ToReader): void => void webview.postMessage(message);
    this.lifetime.add(
      barChannel({
        sources,
        sessionId: target.sessionId,
        port: {
          get visible() {
            return panel.visible;
          },
          onDidChangeVisibility: (listener) => panel.onDidChangeViewState(() => listener()),
          onDidReceive: this.fromBar.event,
          post: (message) => post({ type: 'bar', message }),
        },
      }),
    );
    this.channel = this.lifetime.add(
      new ReaderChannel({
        port: {
          get visible() {
            return panel.visible;
          },
          onDidReceive: (listener) => webview.onDidReceiveMessage(listener),
          post,
        },
        source: this.source,
        head: () => {
          this.showTitle();
          return this.head();
        },
        onDidChangeHead: heads.event,
        intents: this.intents(owner),
        quote,
        log,
      }),
    );
    this.showTitle();
    // Set last, so that the channel is already listening when the page sends its first message.
    webview.html = pageHtml({
      scriptUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'reader.js'))),
      styleUri: String(webview.asWebviewUri(vscode.Uri.joinPath(dist, 'reader.css'))),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      title: t('Transcript'),
      pictures: 'data:',
      rootData: { target: JSON.stringify(target), kept: String(kept) },
    });
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  lookFor(quote: string): void {
    this.channel.lookFor(quote);
  }

  private head() {
    const { sessions, sources } = this.parts;
    const { sessionId } = this.target;
    return readerHead(this.target, sessions.get(sessionId), sources.board.get(sessionId));
  }

  private showTitle(): void {
    const { title } = this.head();
    const short = title.length > 48 ? `${title.slice(0, 47)}…` : title;
    if (this.panel.title !== short) this.panel.title = short;
  }

  private intents(owner: PagePanel): ReaderIntents {
    const { parts, source, target } = this;
    const { sessionId } = target;
    const folder = (): string => parts.sessions.get(sessionId)?.projectPath ?? '';
    return {
      copy: ({ place }) =>
        void warnOnError(async () => {
          const item = await source.item(place, noLimits);
          if (item === undefined) return;
          await vscode.env.clipboard.writeText(copyTextOf(item));
          vscode.window.setStatusBarMessage(t('Copied'), 2_000);
        }),
      openLink: ({ href }) =>
        void warnOnError(() => openLink(href, folder(), machineOf(parts.sources.board, sessionId))),
      openSubagent: ({ agentId }) => owner.openBeside({ sessionId, agentId }),
      openDiff: ({ call, result }) =>
        void warnOnError(async () => {
          const [edit, done] = await Promise.all([
            source.entry(call),
            result === undefined ? undefined : source.entry(result),
          ]);
          if (edit !== undefined) await parts.diffs.show(edit, done, folder());
        }),
      keep: ({ kept }) => owner.keep(kept),
      bar: ({ message }) => this.fromBar.fire(message),
      openAsText: () => run(commandIds.openTranscriptAsText, sessionTarget(target)),
      openRaw: () => run(commandIds.openRawTranscript, sessionTarget(target)),
      showInBoard: () => run(commandIds.revealInBoard, sessionId),
      goToTerminal: () => run(commandIds.goToTerminal, sessionId),
    };
  }
}

export function sessionTarget({ sessionId, agentId }: ReaderTarget): SessionTarget {
  return agentId === undefined ? { sessionId } : { sessionId, agentId };
}
