import * as vscode from 'vscode';
import { t } from '../../../shared/l10n';
import { commandIds, transcriptScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { fileLinePrefix } from './header';
import type { OutlineItem } from './render';
import { parseTranscriptPath } from './transcriptAddress';
import type { TranscriptFileSystem } from './transcriptFileSystem';

const symbolKinds: Readonly<Record<OutlineItem['kind'], vscode.SymbolKind>> = {
  turn: vscode.SymbolKind.Event,
  tool: vscode.SymbolKind.Function,
  error: vscode.SymbolKind.Null,
  notice: vscode.SymbolKind.String,
};

const headerLineCount = 6;

/** Folds, outline and the link to the file, all from what the text was made of. */
export function registerTranscriptLanguage(files: TranscriptFileSystem): Disposable {
  const selector = { scheme: transcriptScheme };
  const lifetime = new DisposableStore();
  const served = lifetime.add(new vscode.EventEmitter<void>());
  lifetime.add(files.onDidServe(() => served.fire()));
  lifetime.add(
    vscode.languages.registerFoldingRangeProvider(selector, {
      onDidChangeFoldingRanges: served.event,
      provideFoldingRanges: ({ uri }) =>
        files.snapshot(uri)?.folds.map(
          ({ start, end, closed }) =>
            // The one kind that the editor closes by itself when a document opens.
            new vscode.FoldingRange(
              start,
              end,
              closed ? vscode.FoldingRangeKind.Imports : undefined,
            ),
        ),
    }),
  );
  lifetime.add(
    vscode.languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: (document) =>
          files.snapshot(document.uri)?.outline.map((item) => symbolOf(item, document)),
      },
      { label: t('Transcript') },
    ),
  );
  lifetime.add(
    vscode.languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: (document) => fileLinks(document),
    }),
  );
  return lifetime;
}

function symbolOf(item: OutlineItem, document: vscode.TextDocument): vscode.DocumentSymbol {
  const first = document.lineAt(Math.min(item.start, document.lineCount - 1)).range;
  const last = document.lineAt(Math.min(item.end, document.lineCount - 1)).range;
  const symbol = new vscode.DocumentSymbol(
    item.name || '…',
    item.detail,
    symbolKinds[item.kind],
    first.union(last),
    first,
  );
  symbol.children = item.children.map((child) => symbolOf(child, document));
  return symbol;
}

function fileLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
  const target = parseTranscriptPath(document.uri.path);
  if (target === undefined) return [];
  for (let index = 0; index < Math.min(headerLineCount, document.lineCount); index += 1) {
    const line = document.lineAt(index);
    if (!line.text.startsWith(fileLinePrefix)) continue;
    const args = encodeURIComponent(JSON.stringify([target]));
    const range = line.range.with(line.range.start.translate(0, fileLinePrefix.length));
    const link = new vscode.DocumentLink(
      range,
      vscode.Uri.parse(`command:${commandIds.openRawTranscript}?${args}`),
    );
    link.tooltip = t('Open the raw transcript file');
    return [link];
  }
  return [];
}
