import * as os from 'node:os';
import * as vscode from 'vscode';
import { formatModel, formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { noLimits } from '../../reader/items/clip';
import { type MarkdownHead, markdownText } from '../reader/markdownText';
import { transcriptFile } from '../../reader/transcriptFile';
import { TranscriptSource } from '../../reader/transcriptSource';
import { subagentTitle, sessionTitle } from '../../../shared/board/sessionNames';
import type { ReadableSessions } from '../../reader/readableSessions';
import type { ReadPart } from '../../reader/remoteTranscript';
import { textStyle } from '../../reader/items/textStyle';
import { parseTranscriptPath } from './transcriptAddress';

/** Maximum number of bytes that are shown; of a larger file, only its end is. */
const maxBytes = 20_000_000;

/** Transcripts as read-only Markdown documents, each a snapshot from when it was opened. */
export class TranscriptTexts implements vscode.TextDocumentContentProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly sessions: ReadableSessions,
    private readonly configHome: string,
    private readonly readPart: ReadPart,
  ) {
    this.lifetime.add(vscode.workspace.registerTextDocumentContentProvider(transcriptScheme, this));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /**
   * Makes the editor read the document again; otherwise it shows the cached text of an open
   * document.
   */
  renew(uri: vscode.Uri): void {
    this.changes.fire(uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const target = parseTranscriptPath(uri.path);
    if (target === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const { sessions, configHome, readPart } = this;
    const home = os.homedir();
    const file = transcriptFile({ target, sessions, configHome, readPart });
    const source = new TranscriptSource({ target, sessions, file, home });
    try {
      const { place, items, skippedBytes, overview } = await source.all(noLimits, maxBytes);
      const head = this.headOf(target, formatPath(place, home), skippedBytes);
      return markdownText(head, items, textStyle('', home), overview.takenBack);
    } finally {
      source.dispose();
    }
  }

  private headOf(target: SessionTarget, file: string, skippedBytes: number): MarkdownHead {
    const session = this.sessions.get(target.sessionId);
    // Documents may be shared, so they show the client's title, not the name that the person chose
    // here.
    const own = session && { title: session.originalTitle ?? session.title };
    const title = own === undefined ? target.sessionId : sessionTitle(own);
    const subagent = session?.subagents?.find(({ agentId }) => agentId === target.agentId);
    const skipped = Math.round(skippedBytes / 1_000_000);
    return {
      title:
        subagent === undefined ? title : t('{0} (subagent of {1})', subagentTitle(subagent), title),
      facts: [
        [session?.projectName, session?.gitBranch, formatModel(session?.model ?? '')]
          .map((fact) => plainTitle(fact ?? '', 80))
          .filter((fact) => fact !== '')
          .join(' · '),
        skipped === 0 ? '' : t('The first {0} MB of the file aren’t shown.', skipped),
      ],
      file,
    };
  }
}
