import type { ReadPlace } from '../file/readPlace';
import type { FileCacheKind } from '../../util/files/fileCache';
import type { FileChanges } from '../../hub/domain/facts/changes';
import { ChangeTable } from '../../hub/domain/facts/changeTable';
import type { SubagentReadEvent } from '../../hub/domain/facts/event';
import { fieldPaths } from '../../hub/domain/facts/transcriptEntry';
import type { AnsweredTool } from '../../hub/domain/facts/session';
import { emptyTranscript } from '../../hub/domain/facts/transcriptFold';
import { entryReaders } from '../../agents/claude/entry/entryReaders';
import type { TranscriptFold } from './fold';
import type { FileStamp } from '../../agents/transcripts/files';

/**
 * A cache of a different version is discarded. Increment the number when the format of its lines,
 * or how they are computed from transcripts, changes; a new field or entry type changes the version
 * by its name, and a field also by its path.
 */
export const foldVersion = [
  '31',
  ...Object.entries(fieldPaths).flat(2),
  ...entryReaders.keys(),
].join(' ');

/** Everything that is known about one file. */
export interface CachedFile {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Absent for a meta file, which is always read in full. */
  readonly place: ReadPlace | undefined;
  readonly reading: TranscriptFold;
  readonly meta: SubagentReadEvent | undefined;
  /** Findings of a person's rules, which have their own versions. */
  readonly matches?: unknown;
}

/** Cache of the facts and read positions of the board's transcripts. */
export const foldFile: FileCacheKind<CachedFile> = {
  name: 'board.jsonl',
  version: foldVersion,
  toLine: toStored,
  fromLine: (line) => fromStored(line as StoredFile),
};

/** The JSON form: maps are lists of pairs. */
interface StoredFile extends Omit<CachedFile, 'reading'> {
  readonly reading: Omit<TranscriptFold, 'facts'>;
  readonly facts:
    | (Record<string, unknown> & {
        readonly changes: FileChanges;
        readonly notified: readonly (readonly [string, string])[];
        readonly answered: readonly (readonly [string, AnsweredTool])[];
      })
    | undefined;
}

function toStored({ reading, ...file }: CachedFile): unknown {
  const { facts, ...rest } = reading;
  return {
    ...file,
    reading: rest,
    facts: facts && { ...facts, notified: [...facts.notified], answered: [...facts.answered] },
  };
}

function fromStored({ reading, facts, ...file }: StoredFile): CachedFile {
  return {
    ...file,
    reading: {
      ...reading,
      agent: reading.agent && { ...reading.agent, changes: withChangeTable(reading.agent.changes) },
      facts: facts && {
        ...emptyTranscript(file.path),
        ...facts,
        notified: new Map(facts.notified),
        answered: new Map(facts.answered),
        changes: withChangeTable(facts.changes),
      },
    },
  };
}

function withChangeTable(changes: FileChanges): FileChanges {
  return { ...changes, files: ChangeTable.of(changes.files) };
}
