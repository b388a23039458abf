import type { Row } from '../../support/recordings/recording';

/** Kinds of names in the client's data, each with its heading. */
export const headings = {
  event: 'Hook events',
  hookField: 'Fields of hooks',
  notification: 'Kinds of notifications',
  registryField: 'Fields of the registry',
  registryValue: 'Values of the registry',
  entry: 'Kinds of transcript entries',
  entryField: 'Fields of transcript entries',
  attachment: 'Attachments of transcripts',
  note: 'Informational notes',
} as const;

export type Kind = keyof typeof headings;

export const kinds = Object.keys(headings) as readonly Kind[];

/** Fields whose values are names that the client defines. */
const namedValues = ['status', 'waitingFor', 'kind', 'entrypoint', 'nameSource'] as const;

/** Parts of payloads that belong to a tool or to a project, not to the client's format. */
const contents: ReadonlySet<string> = new Set(['tool_input', 'tool_response', 'tool_calls']);

type Fields = Readonly<Record<string, unknown>>;

/** Collects the names in recordings by kind. */
export class Vocabulary {
  private readonly words = new Map<Kind, Set<string>>(kinds.map((kind) => [kind, new Set()]));

  add(kind: Kind, ...words: readonly string[]): void {
    for (const word of words) this.words.get(kind)?.add(word);
  }

  has(kind: Kind, word: string): boolean {
    return this.words.get(kind)?.has(word) === true;
  }

  of(kind: Kind): readonly string[] {
    return [...(this.words.get(kind) ?? [])].sort();
  }

  addRows(rows: readonly Row[]): void {
    for (const { hook, registry, text, line } of rows) {
      if (hook !== undefined) this.addHook({ ...hook });
      if (registry !== undefined && isFields(text)) this.addRegistry(text);
      if (isFields(line)) this.addEntry(line);
    }
  }

  private addHook(payload: Fields): void {
    const event = String(payload['hook_event_name']);
    this.add('event', event);
    for (const [name, value] of Object.entries(payload)) {
      this.add('hookField', `${event}.${name}`);
      const [first] = Array.isArray(value) && !contents.has(name) ? (value as unknown[]) : [];
      if (!isFields(first)) continue;
      this.add('hookField', ...Object.keys(first).map((field) => `${event}.${name}.${field}`));
    }
    const type = payload['notification_type'];
    if (typeof type === 'string') this.add('notification', type);
  }

  private addRegistry(entry: Fields): void {
    this.add('registryField', ...Object.keys(entry));
    for (const field of namedValues) {
      if (typeof entry[field] === 'string') this.add('registryValue', `${field}: ${entry[field]}`);
    }
  }

  private addEntry(entry: Fields): void {
    const { type, subtype, attachment, content } = entry;
    const kind = [type, subtype].filter((part) => typeof part === 'string').join('/');
    this.add('entry', kind);
    this.add('entryField', ...Object.keys(entry).map((field) => `${kind}.${field}`));
    if (isFields(attachment)) this.add('attachment', String(attachment['type']));
    if (subtype === 'informational' && typeof content === 'string')
      this.add('note', wording(content));
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The text of a note with placeholders for variable parts: numbers, times, paths and quoted names.
 */
function wording(note: string): string {
  return note
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/(?:\/[\w.-]+){2,}/g, '/…')
    .replaceAll(/\d[\d:.,]*(?:am|pm)?/g, '#')
    .slice(0, 160);
}
