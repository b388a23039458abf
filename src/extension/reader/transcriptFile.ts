import type { ReaderTarget } from '../../shared/messages/readerMessages';
import { addressIn } from '../../shared/protocol/machines/address';
import { agentWith } from '../agents/agents';
import type { TranscriptFormat } from '../agents/transcripts/format';
import { openBytes, type FileBytes } from '../transcript/file/fileBytes';
import type { Disposable } from '../util/lifetime';
import type { ReadableSession, ReadableSessions } from './readableSessions';
import { RemoteTranscript, type ReadPart } from './remoteTranscript';
import { locateTranscript, TranscriptPathError } from './transcriptFilePath';

/** An open transcript of this or another machine. */
export interface OpenTranscript {
  readonly bytes: FileBytes;
  readonly format: TranscriptFormat;
  /** Path on this machine; absent for a transcript of another machine. */
  readonly path?: string;
  /** Place of the file, shown to the person. */
  readonly place: string;
}

/** Opens the bytes of one transcript. Rejects with errors for the person. */
export interface ReaderFile extends Disposable {
  open(): Promise<OpenTranscript>;
}

export interface TranscriptFileParts {
  readonly target: ReaderTarget;
  /** Without `accountHome`, transcripts of other accounts are read in parts, too. */
  readonly sessions: Pick<ReadableSessions, 'find'> &
    Partial<Pick<ReadableSessions, 'accountHome'>>;
  readonly configHome: string;
  /** Reads parts of transcripts of other machines. */
  readonly readPart: ReadPart;
}

/**
 * Returns the transcript of a session or its subagent: by its path on this machine, also for
 * another account; in parts from another machine.
 */
export function transcriptFile(parts: TranscriptFileParts): ReaderFile {
  const { target, sessions, configHome, readPart } = parts;
  const openLocal = async (
    session: ReadableSession | undefined,
    home: string,
  ): Promise<OpenTranscript> => {
    const { path, format } = await locateTranscript(session, target.agentId, home);
    return { bytes: await openBytes(path), format, path, place: path };
  };
  if (addressIn(target.sessionId) === undefined) {
    return {
      open: async () => openLocal(await sessions.find(target.sessionId), configHome),
      dispose: () => undefined,
    };
  }
  const remote = new RemoteTranscript(target, readPart);
  return {
    async open() {
      const session = await sessions.find(target.sessionId);
      const home = sessions.accountHome?.(target.sessionId);
      if (home !== undefined) return openLocal(session, home);
      const bytes = await remote.open().catch((error: unknown) => {
        throw new TranscriptPathError('there', error instanceof Error ? error.message : '');
      });
      const { format } = agentWith(session?.agent).transcripts(configHome);
      return { bytes, format, place: session?.machine?.name ?? '' };
    },
    dispose: () => remote.dispose(),
  };
}
