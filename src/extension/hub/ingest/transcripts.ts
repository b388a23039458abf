import { readdir, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { DomainEvent, TranscriptLine } from '../domain/event';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { FileTail, isMissing } from './fileTail';
import { parseObject, textIn } from './json';
import { parseTranscriptLine, type ParsedLine } from './transcriptLine';
import { classify, isInside, type TranscriptKind } from './transcriptPath';
import { TranscriptWatcher } from './transcriptWatcher';
import type { UsageLedger } from './usageLedger';

/** Between two looks at the files of living sessions that no watcher asked for, in ms. */
const sweepMs = 1_000;
/** Between two looks at the whole folder, in ms. */
const fullSweepMs = 30_000;

interface Followed {
  readonly path: string;
  readonly kind: TranscriptKind;
  readonly tail: FileTail;
  readonly looks: Coalescer;
  lastAt: number;
}

/** Follows every transcript of a config home and tells what their lines say. */
export class Transcripts implements Disposable {
  private readonly files = new Map<string, Followed>();
  /** The file that speaks for a session: the same transcript may lie in two folders. */
  private readonly speaking = new Map<string, string>();
  private readonly watcher: TranscriptWatcher;
  private readonly fullLooks = new Coalescer(() => this.lookAtAll());
  private readonly timers: NodeJS.Timeout[] = [];
  private disposed = false;

  constructor(
    private readonly projects: string,
    private readonly ledger: UsageLedger,
    private readonly emit: (event: DomainEvent) => void,
    private readonly isLive: (sessionId: string) => boolean,
    private readonly log: Log,
  ) {
    this.watcher = new TranscriptWatcher(
      projects,
      (file) => void this.look(file),
      () => void this.fullLooks.run(),
      log,
    );
  }

  /** Resolves when everything that lies there now has been read, newest files first. */
  async start(): Promise<void> {
    this.watcher.start();
    this.timers.push(
      setInterval(() => void this.sweepLive(), sweepMs),
      setInterval(() => void this.fullLooks.run(), fullSweepMs),
    );
    await this.fullLooks.run();
  }

  /** Resolves when what lies there of these sessions has been read, subagents included. */
  async readFirst(isWanted: (sessionId: string) => boolean): Promise<void> {
    for (const file of await transcriptFiles(this.projects)) {
      const kind = classify(this.projects, file);
      if (kind !== undefined && isWanted(kind.sessionId)) await this.look(file);
    }
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.watcher.dispose();
  }

  /** Reads what is new in a file; a path that is not a transcript of ours is passed over. */
  async look(file: string): Promise<void> {
    if (this.disposed) return;
    const known = this.files.get(file);
    if (known !== undefined) return known.looks.run();
    const kind = classify(this.projects, file);
    if (kind === undefined || !(await isInside(this.projects, file))) return;
    const again = this.files.get(file);
    if (again !== undefined) return again.looks.run();
    const followed: Followed = {
      path: file,
      kind,
      tail: new FileTail(file),
      looks: new Coalescer(() => this.read(followed)),
      lastAt: 0,
    };
    this.files.set(file, followed);
    return followed.looks.run();
  }

  private async read(followed: Followed): Promise<void> {
    try {
      if (followed.kind.kind === 'subagentMeta') await this.readMeta(followed, followed.kind);
      else await this.readLines(followed, followed.kind);
    } catch (error) {
      if (isMissing(error)) {
        this.files.delete(followed.path);
        return;
      }
      this.log.warn(`Cannot read the transcript ${followed.path}: ${String(error)}`);
    }
  }

  private async readLines(
    followed: Followed,
    kind: Exclude<TranscriptKind, { kind: 'subagentMeta' }>,
  ): Promise<void> {
    const speaks = kind.kind === 'session' && (await this.takesWord(kind.sessionId, followed));
    const before = followed.tail.position;
    const present = await followed.tail.read({
      onLine: (line) => {
        const parsed = parseTranscriptLine(line.toString('utf8'));
        if (parsed !== undefined) this.tell(followed, kind, parsed, speaks);
      },
      onRestart: () => {
        followed.lastAt = 0;
        if (speaks) this.tellFile(kind.sessionId, followed.path, 'restarted');
      },
    });
    if (!present) {
      this.files.delete(followed.path);
      if (kind.kind === 'session' && this.speaking.get(kind.sessionId) === followed.path) {
        this.speaking.delete(kind.sessionId);
        this.tellFile(kind.sessionId, followed.path, 'gone');
      }
    } else if (kind.kind === 'subagent' && followed.tail.position > before) {
      this.emit({
        type: 'subagentTranscript',
        sessionId: kind.sessionId,
        agentId: kind.agentId,
        at: followed.lastAt,
        path: followed.path,
      });
    }
  }

  /** Whether this file speaks for its session; a second one takes over when the first is gone or older. */
  private async takesWord(sessionId: string, followed: Followed): Promise<boolean> {
    const current = this.speaking.get(sessionId);
    if (current === followed.path) return true;
    if (current !== undefined) {
      const [mine, theirs] = await Promise.all([modifiedAt(followed.path), modifiedAt(current)]);
      if (mine === undefined || (theirs !== undefined && theirs >= mine)) return false;
    }
    this.speaking.set(sessionId, followed.path);
    followed.tail.rewind();
    this.tellFile(sessionId, followed.path, current === undefined ? 'found' : 'restarted');
    return true;
  }

  private tell(
    followed: Followed,
    kind: Exclude<TranscriptKind, { kind: 'subagentMeta' }>,
    parsed: ParsedLine,
    speaks: boolean,
  ): void {
    if (kind.kind === 'subagent' && (followed.lastAt === 0 || changesTools(parsed.line))) {
      this.emit({
        type: 'subagentTranscript',
        sessionId: kind.sessionId,
        agentId: kind.agentId,
        at: parsed.at ?? followed.lastAt,
        path: followed.path,
        line: parsed.line,
      });
    }
    followed.lastAt = parsed.at ?? followed.lastAt;
    const agentId = kind.kind === 'subagent' ? kind.agentId : undefined;
    if (parsed.usage !== undefined) {
      const change = this.ledger.record(kind.sessionId, agentId, parsed.usage);
      if (change !== undefined) {
        const { sessionId, session, agent } = change;
        this.emit({ type: 'usage', sessionId, at: followed.lastAt, total: session });
        if (agent !== undefined) {
          this.emit({
            type: 'usage',
            sessionId,
            at: followed.lastAt,
            agentId: change.agentId,
            total: agent,
          });
        }
      }
    }
    if (!speaks || parsed.isSidechain || parsed.line.kind === 'other') return;
    this.emit({
      type: 'transcript',
      sessionId: kind.sessionId,
      at: followed.lastAt,
      line: parsed.line,
    });
  }

  private tellFile(sessionId: string, file: string, change: 'found' | 'restarted' | 'gone'): void {
    this.emit({ type: 'transcriptFile', sessionId, at: Date.now(), path: file, change });
  }

  private async readMeta(
    followed: Followed,
    kind: Extract<TranscriptKind, { kind: 'subagentMeta' }>,
  ): Promise<void> {
    const meta = parseObject(await readFile(followed.path, 'utf8'));
    if (meta === undefined) return;
    const transcript = followed.path.replace(/\.meta\.json$/u, '.jsonl');
    this.emit({
      type: 'subagentTranscript',
      sessionId: kind.sessionId,
      agentId: kind.agentId,
      at: (await modifiedAt(followed.path)) ?? Date.now(),
      path: transcript,
      agentType: textIn(meta, 'agentType'),
      description: textIn(meta, 'description'),
      parentAgentId: textIn(meta, 'parentAgentId'),
      toolUseId: textIn(meta, 'toolUseId'),
      finished: meta['finished'] === true,
    });
  }

  /** Heals what the watcher missed, for the sessions where it matters at once and those that begin. */
  private async sweepLive(): Promise<void> {
    this.watcher.start();
    for (const followed of this.files.values()) {
      const { kind, tail } = followed;
      if (this.isLive(kind.sessionId) || tail.position === 0) await followed.looks.run();
    }
  }

  private async lookAtAll(): Promise<void> {
    const found: { readonly file: string; readonly at: number }[] = [];
    for (const file of await transcriptFiles(this.projects)) {
      const at = await modifiedAt(file);
      if (at !== undefined) found.push({ file, at });
    }
    found.sort((a, b) => b.at - a.at);
    for (const { file } of found) await this.look(file);
    const present = new Set(found.map(({ file }) => file));
    for (const file of this.files.keys()) if (!present.has(file)) await this.look(file);
  }
}

function changesTools(line: TranscriptLine): boolean {
  return line.kind === 'toolResults' || (line.kind === 'assistant' && line.toolUses.length > 0);
}

async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined; // Gone meanwhile.
  }
}

async function transcriptFiles(projects: string): Promise<string[]> {
  try {
    const entries = await readdir(projects, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => classify(projects, file) !== undefined);
  } catch {
    return []; // No client has run here yet.
  }
}
