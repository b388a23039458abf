import type { TranscriptEntry } from '../../../hub/domain/facts/transcriptEntry';
import { assistantEntry } from './assistantEntry';
import type { Entry } from '../../transcripts/entry';
import { idIn, nameIn, objectIn, type JsonObject } from '../../../util/json';
import { queuedPrompt } from './prompts/queuedPrompt';
import { pullEntry } from './pullLink';
import { systemEntry } from './systemEntry';
import { attachmentEntry, userEntry } from './userEntry';

/** Creates the entry of a record. */
type EntryReader = (record: JsonObject) => Entry;

/**
 * Readers for all record types that carry information; `ignoredTypes` lists the others. Add a row
 * here for a new type.
 */
export const entryReaders: ReadonlyMap<unknown, EntryReader> = new Map<string, EntryReader>([
  ['user', userEntry],
  ['assistant', assistantEntry],
  ['system', systemEntry],
  ['attachment', (record) => attachmentEntry(objectIn(record, 'attachment'))],
  ['ai-title', (record) => title('ai', nameIn(record, 'aiTitle'))],
  ['custom-title', (record) => title('custom', nameIn(record, 'customTitle'))],
  ['summary', (record) => title('summary', nameIn(record, 'summary'))],
  [
    'continued-in',
    (record) => {
      const sessionId = idIn(record, 'continuedInSessionId');
      return sessionId === undefined ? { kind: 'other' } : { kind: 'continuedIn', sessionId };
    },
  ],
  [
    'permission-mode',
    (record) => {
      const mode = nameIn(record, 'permissionMode');
      return mode === undefined ? { kind: 'other' } : { kind: 'permissionMode', mode };
    },
  ],
  [
    'queue-operation',
    (record) => {
      const queued = queuedPrompt(record);
      return { kind: 'other', ...(queued !== undefined && { queued }) };
    },
  ],
  ['pr-link', pullEntry],
]);

type TitleSource = Extract<TranscriptEntry, { kind: 'title' }>['source'];

function title(source: TitleSource, text: string | undefined): Entry {
  return text === undefined ? { kind: 'other' } : { kind: 'title', source, title: text };
}
