import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { knownEvents } from '../../../src/extension/hookInstaller/knownEvents';
import { hookPayloadSchema } from '../../../src/extension/hub/ingest/hookPayload';
import { projectRoot } from '../../support/editor/paths';
import type { Kind } from './vocabulary';

/** The rooms that read what a client tells. */
const rooms = ['hub/ingest', 'hub/domain', 'transcript'] as const;

/** True where the product makes something of a name: of an event, a field, a kind. */
export type Reads = (kind: Kind, word: string) => boolean;

/**
 * What the product reads of a client of that version: events of its own list, fields of its own schema,
 * and else the names that stand in quotes in the sources of those rooms.
 */
export function productReads(version: string): Reads {
  const events = knownEvents(version);
  const fields = new Set(Object.keys(hookPayloadSchema.shape));
  const quoted = quotedWords();
  return (kind, word) => {
    switch (kind) {
      case 'event':
        return events.has(word);
      case 'hookField': {
        const [, field = '', inner] = word.split('.');
        return inner === undefined ? fields.has(field) : quoted.has(inner);
      }
      // Read by patterns and by their beginnings: a new wording is to be looked at.
      case 'note':
        return false;
      case 'registryValue':
        return quoted.has(word.slice(word.indexOf(': ') + 2));
      case 'entry':
      case 'entryField':
        return quoted.has(word.slice(word.search(/[^./]+$/)));
      default:
        return quoted.has(word);
    }
  };
}

function quotedWords(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const room of rooms) {
    const folder = path.join(projectRoot, 'src', 'extension', room);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const text = readFileSync(path.join(folder, name), 'utf8');
      for (const [, word = ''] of text.matchAll(/'([^'\n]+)'/g)) words.add(word);
      // Keys of a schema's object.
      for (const [, word = ''] of text.matchAll(/^ +(\w+): lenient\(/gm)) words.add(word);
    }
  }
  return words;
}
