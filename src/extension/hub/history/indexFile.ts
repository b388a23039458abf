import type { PrivateFolder } from '../../util/privateFolder';
import { numberIn, parseObject, type JsonObject } from '../ingest/json';
import type { PastSession } from './pastSession';

const name = 'sessions.jsonl';

/** Counts up when what is kept, or how it is read from transcripts, changes. */
const version = 1;

/** The index as it was last, in our own folder: a session a line, below the version. */
export class IndexFile {
  constructor(private readonly folder: PrivateFolder) {}

  /** A file of another version, and one that is broken, counts as far as it can be read. */
  async load(): Promise<readonly PastSession[]> {
    const [head = '', ...lines] = ((await this.folder.readPrivate(name)) ?? '').split('\n');
    if (parseObject(head)?.['version'] !== version) return [];
    return lines.map((line) => pastSession(parseObject(line))).filter((one) => one !== undefined);
  }

  async save(sessions: Iterable<PastSession>): Promise<void> {
    await this.folder.ensureWithin();
    const lines = Array.from(sessions, (session) => JSON.stringify(session));
    await this.folder.write(name, `${[JSON.stringify({ version }), ...lines].join('\n')}\n`);
  }
}

function pastSession(line: JsonObject | undefined): PastSession | undefined {
  if (line === undefined) return undefined;
  const texts = {
    sessionId: line['sessionId'],
    path: line['path'],
    title: line['title'],
    projectPath: line['projectPath'],
    gitBranch: line['gitBranch'],
    model: line['model'],
    prompts: line['prompts'],
    lastPrompt: line['lastPrompt'],
  };
  const numbers = {
    size: numberIn(line, 'size'),
    mtimeMs: numberIn(line, 'mtimeMs'),
    startedAt: numberIn(line, 'startedAt'),
    lastActivityAt: numberIn(line, 'lastActivityAt'),
  };
  return areTexts(texts) && areNumbers(numbers) ? { ...texts, ...numbers } : undefined;
}

function areTexts<Key extends string>(
  values: Readonly<Record<Key, unknown>>,
): values is Readonly<Record<Key, string>> {
  return Object.values(values).every((value) => typeof value === 'string');
}

function areNumbers<Key extends string>(
  values: Readonly<Record<Key, number | undefined>>,
): values is Readonly<Record<Key, number>> {
  return Object.values(values).every((value) => value !== undefined);
}
