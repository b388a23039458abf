import type * as vscode from 'vscode';
import type { HubClient } from '../../link/hubClient';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { PageSources } from '../board/pageSources';
import { EditDiffs } from '../reader/editDiffs';
import { ReaderPanels } from '../reader/readerPanels';
import { TranscriptOpener } from './openTranscript';
import { ReadableSessions } from '../../reader/readableSessions';
import type { ReadPart } from '../../reader/remoteTranscript';
import { TranscriptTexts } from './transcriptTexts';

/** Timeout in ms for a part of a transcript, which may come from another machine. */
const partMs = 20_000;

export interface TranscriptParts {
  readonly extensionUri: vscode.Uri;
  readonly sources: PageSources;
  readonly hub: HubClient<'window'>;
  readonly configHome: string;
}

/** Registers the documents and panels that show transcripts. */
export function registerTranscripts(parts: TranscriptParts): Disposable & {
  readonly readers: ReaderPanels;
  readonly transcripts: TranscriptOpener;
  readonly sessions: ReadableSessions;
} {
  const { sources, hub, configHome } = parts;
  const { board, log } = sources;
  const lifetime = new DisposableStore();
  const sessions = new ReadableSessions(board, hub, log);
  const readPart: ReadPart = (said) =>
    hub.call('transcriptPart', said, AbortSignal.timeout(partMs));
  const texts = lifetime.add(new TranscriptTexts(sessions, configHome, readPart));
  const diffs = lifetime.add(new EditDiffs());
  const readers = lifetime.add(new ReaderPanels({ ...parts, sessions, readPart, diffs }));
  const transcripts = new TranscriptOpener({ sessions, configHome, readPart, readers, texts });
  return { readers, transcripts, sessions, dispose: () => lifetime.dispose() };
}
