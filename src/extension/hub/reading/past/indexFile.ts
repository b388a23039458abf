import type { PrivateFolder } from '../../../util/files/privateFolder';
import { parseObject, type JsonObject } from '../../../agents/claude/entry/json';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';

const name = 'sessions.jsonl';

/** Counts up when what is kept, or how it is read from transcripts, changes. */
const version = 10;

/** The index as it was last, in our own folder: a session a line, below the version. */
export class IndexFile {
  constructor(private readonly folder: PrivateFolder) {}

  /** A file of another version, and one that is broken, counts as far as it can be read. */
  async load(): Promise<readonly PastSession[]> {
    const [head = '', ...lines] = ((await this.folder.readPrivate(name)) ?? '').split('\n');
    if (parseObject(head)?.['version'] !== version) return [];
    return lines.map(parseObject).filter(isPastSession);
  }

  async save(sessions: Iterable<PastSession>): Promise<void> {
    await this.folder.ensureWithin();
    const lines = Array.from(sessions, (session) => JSON.stringify(session));
    await this.folder.write(name, `${[JSON.stringify({ version }), ...lines].join('\n')}\n`);
  }
}

const kinds: Readonly<Record<keyof PastSession, 'string' | 'number'>> = {
  sessionId: 'string',
  path: 'string',
  size: 'number',
  mtimeMs: 'number',
  title: 'string',
  projectPath: 'string',
  gitBranch: 'string',
  model: 'string',
  prompts: 'string',
  lastPrompt: 'string',
  startedAt: 'number',
  lastActivityAt: 'number',
};

function isPastSession(line: JsonObject | undefined): line is JsonObject & PastSession {
  return Object.entries(kinds).every(([key, kind]) => typeof line?.[key] === kind);
}
