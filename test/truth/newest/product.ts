import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { knownEvents } from '../../../src/extension/agents/claude/settings/knownEvents';
import { hookPayloadSchema } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { knownHookFields, knownHooks } from '../../../src/extension/agents/claude/hooks/knownNames';
import { ignoredTypes } from '../../../src/extension/agents/claude/entry/knownTypes';
import { projectRoot } from '../../support/editor/paths';
import type { Kind } from './vocabulary';

/** Folders of the sources that read the client's data. */
const sourceFolders = [
  'agents/claude/catalogue',
  'agents/claude/entry',
  'agents/claude/hooks',
  'agents/claude/models',
  'agents/claude/names',
  'agents/claude/registry',
  'agents/claude/texts',
  'hub/ingest',
  'hub/domain',
  'transcript',
] as const;

/** Source files with lists of known names, most of which the product does not read. */
const nameLists: ReadonlySet<string> = new Set([
  'knownEvents.ts',
  'knownNames.ts',
  'knownTypes.ts',
]);

/** A predicate for a name in the client's data. */
type NamePredicate = (kind: Kind, word: string) => boolean;

export interface Product {
  /** True if the product uses the name. */
  readonly reads: NamePredicate;
  /** True if the product uses the name, or lists it as ignored. */
  readonly knows: NamePredicate;
}

export function productFor(version: string): Product {
  const reads = productReads(version);
  return { reads, knows: (kind, word) => reads(kind, word) || isListed(kind, word) };
}

function isListed(kind: Kind, word: string): boolean {
  switch (kind) {
    case 'event':
      return knownHooks.has(word);
    case 'hookField':
      return knownHookFields.has(word.slice(word.indexOf('.') + 1));
    case 'entry':
      return ignoredTypes.has(word);
    default:
      return false;
  }
}

/**
 * Returns a predicate for the names that the product reads from a client of that version: the
 * events in its list, the fields in its schema, and otherwise the quoted words in the sources below
 * `sourceFolders`.
 */
function productReads(version: string): NamePredicate {
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
      // Notes are matched by patterns and prefixes, so every new wording has to be checked by a
      // person.
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
  for (const sourceFolder of sourceFolders) {
    const folder = path.join(projectRoot, 'src', 'extension', sourceFolder);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || nameLists.has(path.basename(name))) continue;
      const text = readFileSync(path.join(folder, name), 'utf8');
      for (const [, word = ''] of text.matchAll(/'([^'\n]+)'/g)) words.add(word);
      // Adds the keys of schema objects.
      for (const [, word = ''] of text.matchAll(/^ +(\w+): optionalOrIgnored\(/gm)) words.add(word);
    }
  }
  return words;
}
