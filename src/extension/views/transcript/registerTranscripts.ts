import type * as vscode from 'vscode';
import type { HubClient } from '../../link/hubClient';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { PageSources } from '../board/pageSources';
import { EditDiffs } from '../reader/editDiffs';
import { ReaderPanels } from '../reader/readerPanels';
import { TranscriptOpener } from './openTranscript';
import { ReadableSessions } from '../../reader/readableSessions';
import { TranscriptTexts } from './transcriptTexts';

export interface TranscriptParts {
  readonly extensionUri: vscode.Uri;
  readonly sources: PageSources;
  readonly hub: HubClient<'window'>;
  readonly configHome: string;
}

/** Transcripts, rendered for reading and as text. */
export function registerTranscripts(parts: TranscriptParts): Disposable & {
  readonly readers: ReaderPanels;
  readonly transcripts: TranscriptOpener;
  readonly sessions: ReadableSessions;
} {
  const { sources, hub, configHome } = parts;
  const { board, log } = sources;
  const lifetime = new DisposableStore();
  const sessions = new ReadableSessions(board, hub, log);
  const texts = lifetime.add(new TranscriptTexts(sessions, configHome));
  const diffs = lifetime.add(new EditDiffs());
  const readers = lifetime.add(new ReaderPanels({ ...parts, sessions, diffs }));
  const transcripts = new TranscriptOpener(sessions, configHome, readers, texts);
  return { readers, transcripts, sessions, dispose: () => lifetime.dispose() };
}
